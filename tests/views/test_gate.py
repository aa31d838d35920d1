"""The gate with containers: names, order, masks, and views that rows lack."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from viewboost.views import Views

IMAGE = np.arange(12.0).reshape(4, 3)
BODY = pd.DataFrame({"h": [1.0, 2.0, 3.0, 4.0], "w": [5.0, 6.0, 7.0, 8.0]})
NAME = ["anna", "otto", "ida", "max"]
COUNTS = sparse.csr_matrix(np.eye(4))
ALL = {"image": IMAGE, "body": BODY, "name": NAME, "counts": COUNTS}
SPECS = [
    ("image", "numbers", "image"),
    ("body", "dense", "body"),
    ("name", "strings", "name"),
    ("counts", "numbers", "counts"),
]


@pytest.mark.parametrize("make", [dict, Views], ids=["dict", "Views"])
def test_blocks_of_every_kind(boost, make):
    blocks = boost.learn(make(**ALL), *SPECS)
    assert [block.kind for block in blocks] == ["dense", "dense", "strings", "sparse"]
    assert [len(block) for block in blocks] == [4] * 4
    assert boost.gate.feature_names("body") == ["h", "w"]
    assert boost.gate.feature_names("image") == ["x0", "x1", "x2"]
    assert boost.gate.n_features("counts") == 4
    assert not hasattr(boost, "n_features_in_")


def test_a_list_of_matrices(boost):
    boost.learn([IMAGE, COUNTS], ("view0", "numbers", "view0"), ("view1", "numbers", "view1"))
    assert [block.kind for block in boost.read([IMAGE, COUNTS])] == ["dense", "sparse"]


def test_a_fit_on_a_container_forgets_the_columns_of_an_earlier_fit(boost):
    boost.one(BODY)
    assert boost.n_features_in_ == 2
    boost.learn(ALL, *SPECS)
    assert not hasattr(boost, "n_features_in_")
    assert not hasattr(boost, "feature_names_in_")


def test_another_order_is_matched_by_name(boost):
    boost.learn(ALL, *SPECS)
    turned = Views(**{name: ALL[name] for name in reversed(ALL)})
    np.testing.assert_array_equal(boost.read(turned)[0].data, IMAGE)
    assert boost.read(turned[[3]])[2].data.tolist() == ["max"]


def test_a_view_may_have_another_name_than_its_block(boost):
    specs = [("one", "numbers", "image"), ("two", "raw", "image"), ("three", "strings", "name")]
    boost.learn(ALL, *specs, categorical_features={"one": [0]})
    assert boost.gate.names == ("one", "two", "three")
    assert boost.gate.levels("one") == ((0.0, 3.0, 6.0, 9.0), None, None)
    assert boost.read({"image": IMAGE, "name": NAME})[1].data is not None


@pytest.mark.parametrize(
    ("X", "text"),
    [
        ({**ALL, "sound": IMAGE}, "given image, body, name, counts, sound; .*missing: sound"),
        ({"image": IMAGE}, "fitted on the views image, body, name, counts.*body, name, counts"),
        ({"picture" if k == "image" else k: v for k, v in ALL.items()}, "missing: picture, image"),
        (IMAGE, r"fitted on the views image.*given ndarray; give viewboost.Views\("),
        ({**ALL, "image": IMAGE[:, :2]}, "view 'image' has 2 columns, but 3 at fit"),
        (
            {**ALL, "body": BODY[["w", "h"]]},
            r"view 'body': its columns are \['w', 'h'\], but \['h'",
        ),
        ({**ALL, "name": IMAGE}, "view 'name' has 3 columns, but 1 at fit"),
        ({**ALL, "name": IMAGE[:, 0]}, "view 'name': row 0 is 0.0, not a string"),
        ({**ALL, "image": IMAGE[:2]}, r"different numbers of rows \(image: 2, body: 4"),
        ({k: Views(**ALL)[[]].block(k) for k in ALL}, r"0 sample\(s\)"),
    ],
)
def test_wrong_views_at_prediction(boost, X, text):
    boost.learn(ALL, *SPECS)
    with pytest.raises(ValueError, match=text):
        boost.read(X)


def test_views_for_a_model_of_one_x(boost):
    boost.one(IMAGE)
    with pytest.raises(ValueError, match=r"fitted on one X with 3 columns, and is now given Views"):
        boost.read(Views(X=IMAGE))


def test_names_only_once_are_warned_of(boost):
    boost.learn(ALL, *SPECS)
    with pytest.warns(UserWarning, match="view 'body' has column names only at fit"):
        np.testing.assert_array_equal(boost.read({**ALL, "body": BODY.to_numpy()})[1].data, BODY)


def test_too_few_rows(boost):
    with pytest.raises(ValueError, match=r"1 sample\(s\) \(shape=\(1, 4\)\)"):
        boost.learn(Views(**ALL)[:1], *SPECS)


def test_categorical_features(boost):
    [block] = boost.learn(
        {"body": BODY}, ("body", "numbers", "body"), categorical_features={"body": ["w"]}
    )
    assert block.levels == (0, 4)
    for wrong, text in [
        (["w"], "give a dict {view: columns}, got"),
        ({"b": [0]}, "'b' is not a vi"),
    ]:
        with pytest.raises(ValueError, match=f"categorical_features: .*{text}"):
            boost.learn({"body": BODY}, ("body", "dense", "body"), categorical_features=wrong)


def test_errors_name_view_and_column(boost):
    wide = BODY.assign(h=[1.0, np.inf, 2.0, 3.0])
    with pytest.raises(ValueError, match="view 'body': column 'h' contains infinity"):
        boost.learn({**ALL, "body": wide}, *SPECS)
    with pytest.raises(ValueError, match="view 'body': column 'h' contains NaN"):
        boost.learn({**ALL, "body": wide.replace(np.inf, np.nan)}, *SPECS)
    with pytest.raises(ValueError, match="view 'name' holds strings"):
        boost.learn({"name": NAME}, ("name", "numbers", "name"))


class TestMissing:
    MASK = np.array([False, True, False, False])

    def test_masked_rows_lack_the_view_whatever_they_hold(self, boost):
        image, name = IMAGE.copy(), [*NAME]
        image[1], name[1] = np.inf, None
        X = Views(**{**ALL, "image": image, "name": name})
        X = X.missing(image=self.MASK, name=self.MASK, counts=self.MASK)
        for blocks in (boost.learn(X, *SPECS), boost.read(X)):
            for i in (0, 2, 3):
                assert blocks[i].present.tolist() == (~self.MASK).tolist()
            assert blocks[1].present is None

    def test_an_infinite_cell_elsewhere_is_still_found(self, boost):
        image = IMAGE.copy()
        image[:2, 0] = np.inf
        with pytest.raises(ValueError, match="view 'image': column 0 contains infinity"):
            boost.learn(Views(**{**ALL, "image": image}).missing(image=self.MASK), *SPECS)

    def test_mask_and_absent_rows_add_up(self, boost):
        image = IMAGE.copy()
        image[3] = np.nan
        X = Views(**{**ALL, "image": image}).missing(image=self.MASK)
        blocks = boost.learn(X, *SPECS, optional=["image"])
        assert blocks[0].present.tolist() == [True, False, True, False]

    def test_without_optional_a_row_of_nan_is_a_row_of_missing_values(self, boost):
        image = IMAGE.copy()
        image[3] = np.nan
        assert boost.learn({**ALL, "image": image}, *SPECS)[0].present is None

    def test_none_among_lists(self, boost):
        X = {"image": [[1.0, 2.0], None, [3.0, 4.0]]}
        [block] = boost.learn(X, ("image", "dense", "image"), optional=["image"])
        assert block.present.tolist() == [True, False, True]

    def test_a_masked_column_is_empty_among_the_rows_that_have_it(self, boost):
        image = np.where(IMAGE == 3, 7.0, np.nan)
        with pytest.warns(UserWarning, match="view 'image' has no values"):
            boost.learn(Views(**{**ALL, "image": image}).missing(image=self.MASK), *SPECS)

    def test_an_optional_view_may_be_left_out_at_prediction(self, boost):
        specs = [*SPECS, ("again", "raw", "body")]
        boost.learn(ALL, *specs, optional=["image", "name", "counts", "again", "body"])
        blocks = boost.read({"body": BODY})
        for kind, block in zip(["dense", "dense", "strings", "sparse", "raw"], blocks):
            assert block.kind == kind
            assert len(block) == 4
            assert len(block.take(np.array([1]))) == 1
        assert [b.present is None or b.present.any() for b in blocks] == [
            False,
            True,
            False,
            False,
            True,
        ]
        assert blocks[0].data.shape == (4, 3)
        assert not boost.read({"image": IMAGE})[4].present.any()
