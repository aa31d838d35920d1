"""Texts as they are drawn: none over another, none outside the figure."""

from matplotlib.text import Text


def drawn_texts(figure):
    """The texts that drawing the figure writes, with their boxes in pixels."""
    plain, found = Text.draw, []

    def draw(self, renderer, *args, **kwargs):
        if self.get_visible() and self.get_text().strip():
            found.append((self.get_text(), self.get_window_extent(renderer)))
        return plain(self, renderer, *args, **kwargs)

    figure.draw_without_rendering()  # lays the axes out, which then stay
    figure.set_layout_engine("none")
    Text.draw = draw
    try:
        figure.draw_without_rendering()
    finally:
        Text.draw = plain
    return found


def overlaps(texts, slack=1.0):
    """Pairs of texts that cover each other by more than some pixels both ways."""
    pairs = []
    for k, (one, a) in enumerate(texts):
        for other, b in texts[:k]:
            wide = min(a.x1, b.x1) - max(a.x0, b.x0)
            high = min(a.y1, b.y1) - max(a.y0, b.y0)
            if wide > slack and high > slack:
                pairs.append((one, other))
    return pairs


def outside(figure, texts, slack=1.0):
    """Texts that leave the figure."""
    box = figure.bbox
    return [
        text
        for text, b in texts
        if b.x0 < box.x0 - slack
        or b.x1 > box.x1 + slack
        or b.y0 < box.y0 - slack
        or b.y1 > box.y1 + slack
    ]
