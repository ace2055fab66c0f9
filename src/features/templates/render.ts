/** Fills a template's variables. What is not known becomes a slot to be typed into, never a word like "undefined". */

/** A note with placeholders: `{{case.id}}` is looked up, `{{?text}}` is asked for. */
export interface Rendered {
  text: string
  /** A slot: its prompt and its position in `text`. */
  slots: { prompt: string; start: number; end: number }[]
}

const PLACEHOLDER = /\{\{([^{}]+)\}\}/g

/** `facts` holds the values by variable name; an empty or missing one becomes a slot named after the variable. */
export function render(body: string, facts: Readonly<Record<string, string | undefined>>): Rendered {
  const slots: Rendered['slots'] = []
  let text = ''
  let last = 0
  for (const match of body.matchAll(PLACEHOLDER)) {
    const [whole, inside = ''] = match
    const words = inside.trim()
    const free = words.startsWith('?')
    const name = (free ? words.slice(1) : words).trim()
    if (name === '') continue
    text += body.slice(last, match.index)
    const value = free ? '' : (facts[name] ?? '').trim()
    // a name like "Vertex S.R.L." at the end of a sentence ends it
    if (value) text += body[match.index + whole.length] === '.' ? value.replace(/\.$/, '') : value
    else {
      const prompt = `[${name}]`
      slots.push({ prompt: name, start: text.length, end: text.length + prompt.length })
      text += prompt
    }
    last = match.index + whole.length
  }
  return { text: text + body.slice(last), slots }
}

/** The variables of templates, with descriptions. */
export const VARIABLES = {
  'alert.ruleName': 'name of the rule',
  'alert.facts': 'values that triggered the rule, with thresholds',
  'alert.id': 'id of the alert',
  'case.id': 'id of the case',
  'case.alerts': 'each alert of the case, and how it was decided',
  amount: 'amount in the currency of the transaction',
  'amount|usd': 'amount in USD',
  service: 'service of the transaction',
  direction: 'incoming or outgoing',
  date: 'day of the transaction, or of the alert',
  'customer.name': 'name of the customer',
  'customer.id': 'id of the customer',
  'counterparty.name': 'name of the counterparty',
  claims: 'what its claims come to: supported, not checked',
  evidence: 'what is pinned on the case',
  'me.name': 'your name',
  'me.initials': 'your initials',
  today: 'the day of the decision',
} as const
export type Variable = keyof typeof VARIABLES

/** Every variable with some value: what is left as a slot then is not one of them. */
const KNOWN = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, 'x']))

/** The faults of a template's variables, as text; null if none. */
export function variableFault(body: string): string | null {
  const unknown = render(body, KNOWN).slots.find(({ prompt }) => body.includes(`{{${prompt}}}`))
  return unknown ? `There is no variable called ${unknown.prompt}: {{?${unknown.prompt}}} asks for it.` : null
}
