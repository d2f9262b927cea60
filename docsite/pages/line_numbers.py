"""Lists of line numbers such as ``2,4-6`` (Sphinx's ``emphasize-lines``).  Pure."""


def parse_line_numbers(text: str, count: int) -> set[int]:
    """The numbers that ``text`` names, those from 1 to ``count`` only; what is not a number or a range is left out."""
    numbers: set[int] = set()
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if not first.isdecimal() or (dash and not last.isdecimal()):
            continue
        start, end = int(first[:9]), int((last or first)[:9])
        numbers.update(range(max(start, 1), min(end, count) + 1))
    return numbers
