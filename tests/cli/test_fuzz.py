"""Whatever bytes a file holds, a command ends with 0 or 2, never with a traceback."""

import io

import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

QUICK = settings(
    deadline=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
PIECES = st.sampled_from(
    [b",", b";", b"\n", b"\r", b'"', b"y", b"a", b"1", b"NA", b"inf", b"\xff", b"\0", b"x y z"]
)
NEARLY_CSV = st.lists(PIECES, max_size=60).map(b"".join)


def ends_well(result):
    assert result.exit_code in (0, 2), result.output
    assert "--debug shows where" not in result.stderr  # no error that nobody thought of
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    if result.exit_code == 2:
        assert len([x for x in result.stderr.splitlines() if x.startswith("error: ")]) == 1


@pytest.fixture(scope="session")
def spot(tmp_path_factory):
    return tmp_path_factory.mktemp("fuzz")


@QUICK
@given(content=st.one_of(st.binary(max_size=300), NEARLY_CSV))
def test_bytes_as_csv(run, spot, content):
    (spot / "x.csv").write_bytes(b"a,y\n" + content)
    ends_well(run("fit", spot / "x.csv", "-t", "y", "--rounds", 1))


@QUICK
@given(
    cells=st.lists(
        st.tuples(st.text(max_size=5), st.sampled_from(["", "u", "v", "1", "2.5"])),
        min_size=3,
        max_size=12,
    ),
    command=st.sampled_from(["fit", "evaluate", "predict"]),
)
def test_tables_of_any_text(run, spot, fitted, cells, command):
    columns = "body_height,body_weight,age,sport,name,comment,likes"
    lines = [columns]
    for text, label in cells:
        quoted = '"' + text.replace('"', '""').replace("\0", "") + '"'
        lines.append(f"{quoted},1,{label},{quoted},{quoted},{quoted},{label}")
    (spot / "t.csv").write_text("\n".join(lines), encoding="utf-8", errors="replace")
    how = {"fit": ("--rounds", 2, "-t", "likes"), "predict": ("-m", fitted)}
    ends_well(run(command, spot / "t.csv", *how.get(command, ("-m", fitted, "-t", "likes"))))


@QUICK
@given(noise=st.binary(max_size=60), place=st.integers(0, 2000), whole=st.booleans())
def test_bytes_as_parquet(run, spot, noise, place, whole):
    file = io.BytesIO()
    pa.parquet.write_table(pa.table({"a": [1, 2, 3, 4], "y": ["u", "v"] * 2}), file)
    content = file.getvalue()
    place %= len(content)
    content = noise if whole else content[:place] + noise + content[place + len(noise) :]
    (spot / "x.parquet").write_bytes(content)
    ends_well(run("fit", spot / "x.parquet", "-t", "y", "--rounds", 1))


@QUICK
@given(content=st.one_of(st.binary(max_size=200), st.text(max_size=60).map(str.encode)))
def test_bytes_as_toml(run, people, spot, content):
    (spot / "x.toml").write_bytes(content)
    ends_well(run("fit", people, "-t", "likes", "--rounds", 1, "--config", spot / "x.toml"))


@QUICK
@given(content=st.binary(max_size=200))
def test_bytes_as_a_model(run, people, spot, content):
    (spot / "x.vb").write_bytes(content)
    ends_well(run("predict", people, "-m", spot / "x.vb"))
