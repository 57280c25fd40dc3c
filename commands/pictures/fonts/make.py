#!/usr/bin/python3
"""Make the font files of this directory from Debian's packages.

The files here are committed; this script documents how they were made and
makes them again. Nothing runs it during a build.

    apt-get install python3-fonttools python3-brotli python3-pil pngquant \
        fonts-inter fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji
    ./make.py [ROOT]            # ROOT: where usr/share/fonts is, default /

Made from, in Debian 12 (bookworm):
    fonts-inter 4.0~beta7+ds-1                    OFL-1.1 and Apache-2.0
    fonts-noto-core 20201225-1                    OFL-1.1
    fonts-noto-cjk 1:20220127+repack1-1           OFL-1.1
    fonts-noto-color-emoji 2.042-0+deb12u1        OFL-1.1

Their only reserved font name, 'Source', is used by none of the files made here.
The licence is beside them in OFL.txt. What is taken away: hinting, vertical
metrics, layout features nobody turns on (Inter's calt too: it would turn a
player called "A->B" into one with an arrow), ideographs outside the blocks
named below. The ideographs stand on a grid of 200 units instead of 1000: a unit is
a fifth of a pixel at the scale that is posted. Symbols stand on one of 250. The emoji
are scaled to 36 by 34 pixels of 16 colours, not dithered, which is what a line of text
needs there. Each font is compressed by itself; what its format would compress is left plain, subroutines are
written out and palettes sorted, since Brotli then finds what glyphs have in common.
"""

import io
import os
import struct
import subprocess
import sys
import zlib

import brotli
from fontTools import subset
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from PIL import Image

ROOT = sys.argv[1] if len(sys.argv) > 1 else "/"
FONTS = os.path.join(ROOT, "usr/share/fonts")
NOTO = os.path.join(FONTS, "truetype/noto")
HERE = os.path.dirname(os.path.abspath(__file__))


def runes(*ranges):
    return {r for first, last in ranges for r in range(first, last + 1)}


def pack(target, data):
    """Write a font in the Brotli format."""
    packed = min((brotli.compress(data, mode=mode, quality=11, lgwin=24)
                  for mode in (brotli.MODE_GENERIC, brotli.MODE_FONT)), key=len)
    with open(os.path.join(HERE, target + ".br"), "wb") as out:
        out.write(packed)
    print(f"{len(data):9d} {len(packed):9d} {target}")


def coarser(font, units):
    """Put the outlines of a CFF font on a grid of so many units, point by point."""
    scale = units / font["head"].unitsPerEm
    glyphs, cff = font.getGlyphSet(), font["CFF "]
    top = cff.cff.topDictIndex[0]
    drawn = {}
    for name in font.getGlyphOrder():
        pen = T2CharStringPen(None, glyphs)
        glyphs[name].draw(TransformPen(pen, (scale, 0, 0, scale, 0, 0)))
        drawn[name] = pen.getCharString(top.CharStrings[name].private, [])
    del font.tables["CFF "], font.reader.tables["CFF "]
    scale_upem(font, units)
    font.tables["CFF "] = cff
    for name, glyph in drawn.items():
        at = top.CharStrings.charStrings[name]
        top.CharStrings.charStringsIndex[at] = glyph
    for part in [top, *getattr(top, "FDArray", [])]:
        part.FontMatrix = [1 / units, 0, 0, 1 / units, 0, 0] if part is top else [1, 0, 0, 1, 0, 0]
        private = getattr(part, "Private", None)
        if hasattr(private, "Subrs"):
            del private.Subrs
            private.rawDict.pop("Subrs", None)
    cff.cff.GlobalSubrs.clear()


def cut(source, target, keep=None, features=("*",), number=-1, units=None):
    """Write source with the code points keep (None: all it has) to target."""
    options = subset.Options()
    options.layout_features = list(features)
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 13, 14]
    options.font_number = number
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE", "MATH", "STAT", "meta"]
    options.recalc_timestamp = False
    font = subset.load_font(source, options)
    have = set(font.getBestCmap())
    worker = subset.Subsetter(options)
    worker.populate(unicodes=have if keep is None else have & keep)
    worker.subset(font)
    if units:
        subset.save_font(font, whole := io.BytesIO(), options)
        font = TTFont(whole, recalcTimestamp=False)
        if "CFF " in font:
            coarser(font, units)
        else:
            scale_upem(font, units)
    out = io.BytesIO()
    subset.save_font(font, out, options)
    pack(target, out.getvalue())


TEXT = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum"]

for weight in "Regular", "SemiBold":
    cut(f"{FONTS}/opentype/inter/Inter-{weight}.otf", f"Inter-{weight}.otf", features=TEXT)

# Scripts with a bold of their own, then those whose bold is drawn from the regular.
for script in "Thai", "Arabic", "Hebrew", "Devanagari":
    for weight in "Regular", "Bold":
        cut(f"{NOTO}/NotoSans{script}-{weight}.ttf", f"NotoSans{script}-{weight}.ttf")
for script in (
    "Armenian", "Bengali", "CanadianAboriginal", "Cherokee", "Ethiopic", "Georgian",
    "Gujarati", "Gurmukhi", "Kannada", "Khmer", "Lao", "Lisu", "Malayalam", "Myanmar",
    "Oriya", "Runic", "Sinhala", "Syriac", "Tamil", "Telugu", "Thaana", "Tifinagh",
):
    cut(f"{NOTO}/NotoSans{script}-Regular.ttf", f"NotoSans{script}-Regular.ttf")

# Letters and signs that Inter lacks: phonetic and small capitals, mathematical
# letters (much used in Discord names), arrows, stars, suits, chess, blocks.
cut(f"{NOTO}/NotoSans-Regular.ttf", "NotoSans-Regular.ttf", features=TEXT)
cut(f"{NOTO}/NotoSansMath-Regular.ttf", "NotoSansMath-Regular.ttf",
    runes((0x2100, 0x23FF), (0x27C0, 0x27EF), (0x2980, 0x2AFF), (0x1D400, 0x1D7FF)), ["ccmp"], units=250)
cut(f"{NOTO}/NotoSansSymbols-Regular.ttf", "NotoSansSymbols-Regular.ttf", features=["ccmp"], units=250)
cut(f"{NOTO}/NotoSansSymbols2-Regular.ttf", "NotoSansSymbols2-Regular.ttf",
    runes((0x2000, 0x2FFF), (0x1F000, 0x1F0FF), (0x1F300, 0x1FBFF)), ["ccmp"], units=250)

# Kana, Hangul, bopomofo, the 20,992 unified ideographs, compatibility
# ideographs (many a surname), the further ones of JIS X 0213, and the one
# other that surnames are known for (in 𠮷野家).
cjk = runes((0x2E80, 0x33FF), (0x4E00, 0x9FFF), (0xA960, 0xA97F), (0xAC00, 0xD7A3), (0xF900, 0xFAFF),
            (0xFE30, 0xFE4F), (0xFF00, 0xFFEF), (0x1F200, 0x1F2FF), (0x3100, 0x31FF), (0x1100, 0x11FF))
for row in range(1, 95):  # the supplementary-plane part of JIS X 0213, by its encoding
    for cell in range(1, 95):
        for plane in b"", b"\x8f":
            try:
                cjk |= set(map(ord, (plane + bytes([row + 0xA0, cell + 0xA0])).decode("euc_jis_2004")))
            except UnicodeDecodeError:
                pass
cjk = cjk - runes((0, 0x2E7F)) | {0x20BB7} | runes((0x2500, 0x257F))  # the last: frames, much used in kaomoji
cut(f"{FONTS}/opentype/noto/NotoSansCJK-Regular.ttc", "NotoSansCJKjp-Regular.otf", cjk,
    ["ccmp", "ljmo", "vjmo", "tjmo"], number=0, units=200)


def scaled(length):
    return length * 17 // 64


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def plain(png):
    """The same picture with its palette sorted by light and its pixels as they are."""
    picture = Image.open(io.BytesIO(png))
    width, height = picture.size
    pixels, colours, clear = picture.tobytes(), picture.getpalette(), picture.info.get("transparency", b"")
    if isinstance(clear, int):
        clear = b"\xff" * clear + b"\0"
    palette = [(*colours[3 * i:3 * i + 3], clear[i] if i < len(clear) else 255) for i in range(max(pixels) + 1)]
    order = sorted(range(len(palette)), key=lambda i: (palette[i][3], 3 * palette[i][0] + 6 * palette[i][1] + palette[i][2]))
    place = {old: new for new, old in enumerate(order)}
    rows = b"".join(b"\0" + bytes(place[p] for p in pixels[y * width:(y + 1) * width]) for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)) +
            chunk(b"PLTE", b"".join(bytes(palette[i][:3]) for i in order)) +
            chunk(b"tRNS", bytes(palette[i][3] for i in order)) +
            chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b""))


def smaller(png):
    """The picture at seventeen sixty-fourths of its size, with at most 16 colours."""
    picture = Image.open(io.BytesIO(png)).convert("RGBA").convert("RGBa")  # premultiplied: no dark rims
    picture = picture.resize((scaled(picture.width), scaled(picture.height)), Image.LANCZOS).convert("RGBA")
    out = io.BytesIO()
    picture.save(out, "PNG")
    return plain(subprocess.run(["pngquant", "--speed", "1", "--strip", "--nofs", "16", "-"],
                                input=out.getvalue(), stdout=subprocess.PIPE, check=True).stdout)


def emoji():
    font = TTFont(f"{NOTO}/NotoColorEmoji.ttf", recalcTimestamp=False)
    for strike, data in zip(font["CBLC"].strikes, font["CBDT"].strikeData):
        table = strike.bitmapSizeTable
        table.ppemX, table.ppemY = scaled(table.ppemX), scaled(table.ppemY)
        for line in table.hori, table.vert:
            line.ascender = scaled(line.ascender)
            line.descender = scaled(line.descender)
            line.widthMax = scaled(line.widthMax)
        for glyph in data.values():
            glyph.ensureDecompiled()
            glyph.imageData = smaller(glyph.imageData)
            for name in "height", "width", "BearingX", "BearingY", "Advance":
                setattr(glyph.metrics, name, scaled(getattr(glyph.metrics, name)))
    for table in "vhea", "vmtx", "DSIG":
        if table in font:
            del font[table]
    out = io.BytesIO()
    font.save(out)
    pack("NotoColorEmoji.ttf", out.getvalue())


emoji()
