"""The words of a report, in plain words."""

GLOSSARY = (
    (
        "View",
        "One way of looking at the same things: some columns of a table, a text, a sound. A "
        "person may be known by face, by voice and by handwriting: three views.",
    ),
    (
        "Row, class",
        "A row is one thing to be judged. Its class is what it really is; the model says a class "
        "for each row.",
    ),
    (
        "Learner, hypothesis",
        "A learner finds simple rules in one view. Such a rule, for instance “taller than 2 m: "
        "elephant, else zebra”, is a hypothesis. It need only be somewhat better than chance.",
    ),
    (
        "Boosting, round",
        "Many simple rules are learned one after the other. In each round the rows that were "
        "judged wrongly so far weigh more, so that the next rules take care of them.",
    ),
    (
        "Vote, share of the votes",
        "Each rule votes for the class it believes in, with a weight: the better the rule, the "
        "more its vote counts. The class with most votes wins. The share of a view is the weight "
        "of all its votes among all votes.",
    ),
    (
        "Edge",
        "How much better a rule is than chance on the weights of its round: 0 is chance, 1 is "
        "never wrong.",
    ),
    (
        "Cooperation",
        "Views learn together: one leaves to another the rows or classes that this one knows "
        "better. A weak view can still be worth a lot where the strong ones fail.",
    ),
    ("Competence", "How far a view can be trusted for a class, or near a row."),
    ("Accuracy, error", "The share of the rows that are judged rightly, and wrongly."),
    (
        "Recall, precision",
        "Recall: of all rows of a class, the share that is found. Precision: of all rows said to "
        "be of a class, the share that is.",
    ),
    (
        "Mean recall, G-mean",
        "The arithmetic and the geometric mean of the recalls of all classes. Rare classes count "
        "as much as frequent ones; G-mean is 0 if any class is never found.",
    ),
    (
        "MAUC",
        "How well the scores rank the rows: the chance that a row of a class has a higher score "
        "for it than a row of another class. 1 is perfect, 0.5 says nothing.",
    ),
    (
        "Confusion matrix, confusion norm",
        "The matrix says how often each class is taken for each other. Its norm is one number "
        "for all these mistakes (the largest singular value without the diagonal); with two "
        "classes it is the larger of the two error rates.",
    ),
    (
        "Margin",
        "How clearly the votes speak for the right class: the lead over the best wrong class, as "
        "a share of all votes. Below 0 the row is judged wrongly.",
    ),
    (
        "Loss",
        "What training brings down: a count of mistakes in which clear ones weigh more than "
        "close ones.",
    ),
    (
        "Cross-validation",
        "Rows are split into parts; a model is trained on the others and tested on each part in "
        "turn, so that no row is judged by a model that has seen it.",
    ),
    (
        "Baseline",
        "A simple way to answer, to compare with. A model that does not beat it has learned "
        "nothing.",
    ),
)
