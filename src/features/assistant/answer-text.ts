/** The text of an answer in pieces: plain words, and links to records of this window. Pure. */

export interface Piece {
  text: string
  /** Path below `/admin/{platform}/`; undefined for plain words. */
  path?: string
}

/** `[PX4128668](case/PX4128668)`. */
const LINK = /\[([^\]\n]{1,200})\]\(([^)\s]{1,500})\)/g

/**
 * The allowed link targets of an answer: lists and records of this product, by id and filter. Any other address, which
 * an injected instruction could produce, becomes plain text.
 */
const PLACES =
  /^(case\/[\w*-]{1,64}|customers\/customer\/[\w*-]{1,64}|rules\/\d{1,12}|form\/[0-9a-f-]{36}|(cases|customers|account-alerts|rules)\/(\?[\w=&%[\]".,+-]{0,400})?|forms\/(sar|edd_ong|edd_ond)|contracts\/|reports)$/

/** Splits an answer at its links. */
export function answerPieces(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(LINK)) {
    const [whole, label = '', path = ''] = match
    if (match.index > from) pieces.push({ text: text.slice(from, match.index) })
    pieces.push(PLACES.test(path) ? { text: label, path } : { text: label })
    from = match.index + whole.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}
