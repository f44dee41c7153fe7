# bench/scaling_picture.py -- draws scaling over the number of GPUs as SVG, the paper's beside it.
from math import log2

WIDTH, HEIGHT = 320, 300        # of a panel, in px
LEFT, RIGHT, TOP, BOTTOM = 56, 14, 30, 104
INK, FAINT = "#222222", "#c8c8c8"
COLORS = {"one": "#0072b2", "ranks": "#d55e00", "paper": "#666666", "refined": "#009e73"}


class Panel:
    """Coordinates of a diagram: GPUs in powers of two, y from 0, or in powers of two."""

    def __init__(self, number, title, unit, gpus, top, bottom=0.0):
        self.x0, self.gpus, self.is_log = number * WIDTH, gpus, bottom > 0
        self.top, self.bottom = top, bottom
        self.parts = []
        self.keys = 0
        self.text(self.x0 + LEFT, 16, title, weight="bold")
        self.text(self.x0 + LEFT, 28, unit, size=10)
        self.grid()

    def x(self, gpus):
        span = max(log2(self.gpus), 1)
        return self.x0 + LEFT + (WIDTH - LEFT - RIGHT) * log2(gpus) / span

    def y(self, value):
        share = (log2(value / self.bottom) / log2(self.top / self.bottom) if self.is_log
                 else value / self.top)
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP - 10) * share

    def text(self, x, y, what, anchor="start", size=11, weight="normal"):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" '
                          f'font-size="{size}" font-weight="{weight}" fill="{INK}">{what}</text>')

    def line(self, points, color, width=1.5, dashes=""):
        path = " ".join(f"{self.x(g):.1f},{self.y(v):.1f}" for g, v in points)
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" '
                          f'stroke-width="{width}" stroke-dasharray="{dashes}"/>')

    def grid(self):
        if self.is_log:
            ticks = [self.bottom]
            while ticks[-1] * 2 <= self.top * 1.001:
                ticks.append(ticks[-1] * 2)
        else:
            step = next(s * 10**e for e in range(-3, 6) for s in (1, 2, 5)
                        if self.top <= 6 * s * 10**e)
            ticks = [i * step for i in range(int(self.top / step * 1.001) + 1)]
        for tick in ticks:
            self.line([(1, tick), (self.gpus, tick)], FAINT, 0.6)
            self.text(self.x0 + LEFT - 6, self.y(tick) + 4, f"{tick:g}", "end", 10)
        gpus = 1
        while gpus <= self.gpus:
            self.text(self.x(gpus), HEIGHT - BOTTOM + 14, gpus, "middle", 10)
            gpus *= 2
        self.text(self.x0 + (LEFT + WIDTH - RIGHT) / 2, HEIGHT - BOTTOM + 28, "GPUs", "middle", 10)

    def key(self, color, what, is_hollow=False):
        y = HEIGHT - BOTTOM + 44 + 14 * self.keys
        self.keys += 1
        self.mark(self.x0 + LEFT + 4, y - 4, color, is_hollow)
        self.text(self.x0 + LEFT + 14, y, what, size=10)

    def mark(self, x, y, color, is_hollow):
        fill = "white" if is_hollow else color
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{fill}" '
                          f'stroke="{color}" stroke-width="1.5"/>')

    def points(self, points, color, what, is_hollow=False):
        """points: (GPUs, value, smallest, largest); nothing where there are none."""
        if not points:
            return
        points = sorted(points)
        self.line([p[:2] for p in points], color)
        for gpus, value, least, most in points:
            self.line([(gpus, least), (gpus, most)], color, 1)
            self.mark(self.x(gpus), self.y(value), color, is_hollow)
        self.key(color, what, is_hollow)


def ways(rows):
    """Rows of one process and those of a process a GPU; one GPU belongs to both."""
    return ([r for r in rows if r["ranks"] == 1],
            [r for r in rows if r["ranks"] > 1 or r["gpus"] == 1])


def times(rows):
    return [(r["gpus"], r["step_ms"], r["least_ms"], r["most_ms"]) for r in rows]


def efficiencies(rows):
    """The spread is that of the row's own steps."""
    return [(r["gpus"], r["efficiency"], r["efficiency"] * r["step_ms"] / r["most_ms"],
             r["efficiency"] * r["step_ms"] / r["least_ms"]) for r in rows if r["efficiency"]]


def draw_times(strong, paper):
    all_ms = [s for s, _ in paper.values()]
    all_ms += [t for r in strong for t in (r["least_ms"], r["most_ms"])]
    bottom = top = 1.0
    while bottom > min(all_ms):
        bottom /= 2
    while bottom * 2 < min(all_ms):
        bottom *= 2
    while top < max(all_ms):
        top *= 2
    panel = Panel(0, "Strong scaling", "ms a step, dashed: ideal", 32, top, bottom)
    first = min(strong, key=lambda r: r["gpus"], default=None)
    for gpus, ms in ([(first["gpus"], first["step_ms"])] if first else []) + [(4, paper[4][0])]:
        last = min(32, gpus * ms / bottom)
        panel.line([(gpus, ms), (last, gpus * ms / last)], FAINT, 1.2, "4 3")
    one, ranks = ways(strong)
    panel.points(times(one), COLORS["one"], "one process")
    panel.points(times(ranks), COLORS["ranks"], "a process a GPU", True)
    panel.points([(g, s, s, s) for g, (s, _) in paper.items()], COLORS["paper"], "paper, A100s")
    return panel


def draw_efficiencies(strong, paper, paper_32):
    panel = Panel(1, "Strong scaling", "parallel efficiency against one GPU", 32, 1.2)
    one, ranks = ways(strong)
    panel.points(efficiencies(one), COLORS["one"], "one process")
    panel.points(efficiencies(ranks), COLORS["ranks"], "a process a GPU", True)
    of_four = [(g, 4 * paper[4][0] / (g * s)) for g, (s, _) in paper.items()]
    panel.points([(g, e, e, e) for g, e in of_four], COLORS["paper"], "paper, A100s, against four",
                 True)
    panel.points([(32, paper_32, paper_32, paper_32)], COLORS["paper"],
                 "paper, A100s, against one")
    return panel


def draw_weak(weak, refined, alone):
    rows = alone + weak
    most = max([r["most_ms"] for r in rows + refined], default=1.0)
    panel = Panel(2, "Weak scaling", "ms a step, the same nodes a GPU", 8, 1.25 * most)
    one, ranks = ways(rows)
    panel.points(times(one), COLORS["one"], "a coarse element a GPU, one process")
    panel.points(times(ranks), COLORS["ranks"], "... a process a GPU", True)
    panel.points(times(refined), COLORS["refined"], "one coarse element refined")
    return panel


def draw(found, paper, paper_32):
    """SVG of what scaling_report.analyse found; paper: GPUs: (ms a step, ...)."""
    strong, weak = found["strong"], found["weak"]
    most = max((r["nodes"] / r["gpus"] for r in weak), default=None)
    alone = [r for r in strong if r["gpus"] == 1 and r["nodes"] == most
             and not any(w["gpus"] == 1 for w in weak)]
    finer = [r for r in found["refined"] if r["nodes"] / r["gpus"] == most]
    panels = [draw_times(strong, paper), draw_efficiencies(strong, paper, paper_32),
              draw_weak(weak, finer, alone)]
    body = "\n".join(part for panel in panels for part in panel.parts)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{3 * WIDTH}" height="{HEIGHT}" '
            'font-family="sans-serif">\n<rect width="100%" height="100%" fill="white"/>\n'
            f"{body}\n</svg>\n")
