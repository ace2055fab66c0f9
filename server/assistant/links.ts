/** The text of an answer: sentences, lists and links to records, as the window knows them. Pure. */

/** Brackets would end a label early, and line breaks end a list item. */
const label = (text: string) => text.replaceAll(/[[\]\r\n]+/g, ' ').trim()
const link = (text: string, path: string) => `[${label(text)}](${path})`

export const caseLink = (id: string): string => link(id, `case/${id}`)
export const customerLink = (id: string, name = id): string => link(name, `customers/customer/${id}`)
export const ruleLink = (id: string, name = id): string => link(name, `rules/${id}`)

/** A link to a list through its filter; values are written as the window's addresses have them. */
export function listLink(
  text: string,
  list: string,
  filter: Readonly<Record<string, string | readonly string[]>>,
): string {
  // a value that reads as JSON, such as a number, is quoted in the window's addresses
  const isPlain = (value: string | readonly string[]): value is string =>
    typeof value === 'string' && !/^[\d"{[]|^(true|false|null)$/.test(value)
  const valueOf = (value: string | readonly string[]) =>
    encodeURIComponent(isPlain(value) ? value : JSON.stringify(value))
  const query = Object.entries(filter).map(([name, value]) => `${name}=${valueOf(value)}`)
  return link(text, `${list}/?${query.join('&')}`)
}

/** "1 case", "1,284 cases". */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${String(n).replaceAll(/\B(?=(\d{3})+$)/g, ',')} ${n === 1 ? one : many}`
}

/** A sentence and what it introduces, one a line. */
export function lines(head: string, items: readonly string[]): string {
  return [head, ...items.map((item) => `- ${item.replaceAll(/[\r\n]+/g, ' ')}`)].join('\n')
}
