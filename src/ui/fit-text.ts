// Cutting text to a width by measuring it. A list of recycled rows pays for every clipped box at each scroll, so its
// cells are not clipped: what does not fit is never put into the page.

const ELLIPSIS = '\u2026'
/** No glyph of the interface's face is wider than this share of the font size, so most texts need no measuring. */
const WIDEST = 1.05

export type Measure = (text: string) => number

/** Letters that stand alone: Latin, Greek, Cyrillic and their punctuation. A text of these is as wide as all of them. */
const SIMPLE = /^[\u0020-\u024F\u0370-\u0482\u048A-\u0587\u1E00-\u1FFF\u2010-\u2044\u20A0-\u20BF]*$/

/** Measures in the given CSS font; without a canvas (a test without a browser) every glyph counts 0.6 em. */
export function measurerOf(font: string): Measure {
  const context = document.createElement('canvas').getContext('2d')
  const size = Number.parseFloat(/([\d.]+)px/.exec(font)?.[1] ?? '13')
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
  // asking the canvas takes much longer than adding up what it said of each letter
  return (text) => {
    if (!SIMPLE.test(text)) return widthOf(text)
    let width = 0
    for (const letter of text) width += widthOfLetter(letter)
    return width
  }
}

/** The longest beginning of `text` that fits `width` pixels, with an ellipsis where something was cut. */
export function fitText(text: string, width: number, fontSize: number, measure: Measure): string {
  if (text.length * fontSize * WIDEST <= width || measure(text) <= width) return text
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (measure(text.slice(0, middle) + ELLIPSIS) <= width) low = middle
    else high = middle - 1
  }
  // half of a surrogate pair shows as a box
  const end = low > 0 && /[\uD800-\uDBFF]/.test(text.charAt(low - 1)) ? low - 1 : low
  return text.slice(0, end).trimEnd() + ELLIPSIS
}
