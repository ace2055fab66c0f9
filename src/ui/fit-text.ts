// Measuring text. A list of recycled rows pays for every clipped box at each scroll, so only those cells are clipped whose
// text is too long for them; the page has every text whole, for a search in it, a copy and a screen reader.

/** No glyph of the interface's face is wider than this share of the font size, so most texts need no measuring. */
const WIDEST = 1.05

export type Measure = (text: string) => number

/**
 * Characters without ligatures: Latin, Greek, Cyrillic and their punctuation. Such a text is as wide as the sum of
 * them.
 */
const SIMPLE = /^[\u0020-\u024F\u0370-\u0482\u048A-\u0587\u1E00-\u1FFF\u2010-\u2044\u20A0-\u20BF]*$/

/** Measures in the given CSS font; without a canvas (a test without a browser) every glyph counts 0.6 em. */
export function measurerOf(font: string): Measure {
  const context = document.createElement('canvas').getContext('2d')
  const size = Number.parseFloat(/(?<![\d.])([\d.]+)px/.exec(font)?.[1] ?? '13')
  if (!context) return (text) => text.length * size * 0.6
  context.font = font
  // digits are set tabular, which the canvas does not know: count the widest for each
  const widthOf = (text: string) => context.measureText(text.replaceAll(/\d/g, '0')).width
  const widths = new Map<string, number>()
  const widthOfLetter = (letter: string) => {
    const known = widths.get(letter)
    if (known !== undefined) return known
    const width = widthOf(letter)
    widths.set(letter, width)
    return width
  }
  // measuring on the canvas takes much longer than adding known widths
  return (text) => {
    if (!SIMPLE.test(text)) return widthOf(text)
    let width = 0
    for (const letter of text) width += widthOfLetter(letter)
    return width
  }
}

/** True if a text has room in `width` pixels: only a cell that needs it is clipped, for clipped boxes cost at each scroll. */
export const fitsWidth = (text: string, width: number, fontSize: number, measure: Measure): boolean =>
  text.length * fontSize * WIDEST <= width || measure(text) <= width
