/** Writing a note with the help of snippets and slots: what the field does with text and caret. Pure. */
import { render } from './render.ts'

/** What the variables stand for; a missing one becomes a slot. */
export type Facts = Readonly<Record<string, string>>

/** A note in the making: its text, and the prompts that templates have put into it. */
export interface NoteText {
  text: string
  prompts: readonly string[]
}

export interface Slot {
  prompt: string
  start: number
  end: number
}

/** The first place, from a position on and then from the start, where words are still missing. */
export function openSlot({ text, prompts }: NoteText, from = 0): Slot | null {
  const slots = [...new Set(prompts)].flatMap((prompt) => placesOf(text, prompt)).toSorted((a, b) => a.start - b.start)
  return slots.find(({ start }) => start >= from) ?? slots[0] ?? null
}

function placesOf(text: string, prompt: string): Slot[] {
  const shown = `[${prompt}]`
  const found: Slot[] = []
  for (let start = text.indexOf(shown); start >= 0; start = text.indexOf(shown, start + 1)) {
    found.push({ prompt, start, end: start + shown.length })
  }
  return found
}

/** What was typed behind a `;` that stands at the start of a line or after a space; null where none is begun. */
export function begunSnippet(text: string, caret: number): { from: number; query: string } | null {
  const begun = /(?:^|\s);([^\s;]{0,30})$/.exec(text.slice(0, caret))
  if (!begun) return null
  const query = begun[1] ?? ''
  return { from: caret - query.length - 1, query }
}

/** Puts a template's words in place of a part of the text, and says what to select: its first slot, or its end. */
export function insertWords(
  note: NoteText,
  [from, to]: readonly [from: number, to: number],
  body: string,
  facts: Facts,
): { note: NoteText; select: readonly [start: number, end: number] } {
  const { text, slots } = render(body, facts)
  const [first] = slots
  const end = from + text.length
  return {
    note: {
      text: note.text.slice(0, from) + text + note.text.slice(to),
      prompts: [...new Set([...note.prompts, ...slots.map(({ prompt }) => prompt)])],
    },
    select: first ? [from + first.start, from + first.end] : [end, end],
  }
}

const ASPECTS = ['who', 'what', 'where', 'when', 'why', 'how'] as const
export type Aspect = (typeof ASPECTS)[number]

const SIGNS: Record<Aspect, RegExp> = {
  who: /\b(customer|client|sender|payer|payee|beneficiary|counterpart\w*|director|owner|company)\b/i,
  what: /\d[\d,.]*\d? ?[A-Z]{3}\b|\b(transfer|payment|wire|deposit|withdrawal|transaction|amount|activity|alert)s?\b/i,
  where: /\b(country|countries|bank|account|branch|address|from [A-Z]\w+|to [A-Z]\w+|in [A-Z]\w+|incoming|outgoing)\b/,
  when: /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2} (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b(today|yesterday|months?|days?|weeks?|year)\b/i,
  why: /\b(because|since|as the|due to|fits?|explain\w*|consistent|expected|purpose|reason|grounds|suspic\w*|ordinary|wrong)\b/i,
  how: /\b(reviewed|checked|verified|documents?|invoice|contract|statement|profile|history|screening|seen|called|confirmed)\b/i,
}

/** Which of the six questions a note seems to answer: signs in its words, and names that are known. */
export function answered(text: string, facts: Facts = {}): Record<Aspect, boolean> {
  const names = ['customer.name', 'counterparty.name'].map((name) => facts[name]).filter(Boolean)
  const hasName = names.some((name) => text.includes(name!))
  const found = ASPECTS.map((aspect) => [aspect, SIGNS[aspect].test(text) || (aspect === 'who' && hasName)])
  return Object.fromEntries(found) as Record<Aspect, boolean>
}
