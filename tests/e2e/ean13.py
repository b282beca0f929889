"""Pictures of EAN-13 codes, each with a number of its own, without any library."""
import struct
import zlib

L = ["0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011"]
G = [code[::-1].translate(str.maketrans("01", "10")) for code in L]
R = [code.translate(str.maketrans("01", "10")) for code in L]
PARITY = ["LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL", "LGGLGL"]
MODULE = 3  # pixels
QUIET = 12  # modules
HEIGHT = 90


def with_check_digit(twelve: str) -> str:
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(twelve))
    return twelve + str(-total % 10)


def number(n: int) -> str:
    """The n-th code of these tests: 13 digits."""
    return with_check_digit(f"4{n:011d}")


def modules(code: str) -> str:
    left = "".join((L if side == "L" else G)[int(d)] for side, d in zip(PARITY[int(code[0])], code[1:7]))
    return "101" + left + "01010" + "".join(R[int(d)] for d in code[7:]) + "101"


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def blank() -> bytes:
    """The same without a code."""
    return draw("0" * (95 + 2 * QUIET), 0)


def png(code: str, padding: int = 0) -> bytes:
    """A grey PNG of the code; `padding` bytes more in a chunk that readers pass over."""
    return draw("0" * QUIET + modules(code) + "0" * QUIET, padding)


def draw(bits: str, padding: int) -> bytes:
    row = b"".join((b"\x00" if bit == "1" else b"\xff") * MODULE for bit in bits)
    white = b"\xff" * len(row)
    rows = [white] * 12 + [row] * HEIGHT + [white] * 12
    header = struct.pack(">IIBBBBB", len(row), len(rows), 8, 0, 0, 0, 0)
    filler = chunk(b"paDd", bytes(padding)) if padding else b""
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + filler
            + chunk(b"IDAT", zlib.compress(b"".join(b"\0" + line for line in rows))) + chunk(b"IEND", b""))
