/** Writing a note with the help of snippets and slots: what the field does with text and caret. Pure. */
import { aspectsIn, type Aspect } from '#contract/model/forms/narrative.ts'
import { render, type Rendered } from './render.ts'

/** What the variables stand for; a missing one becomes a slot. */
export type Facts = Readonly<Record<string, string>>

/** A note in the making: its text, and the prompts that templates have put into it. */
export interface NoteText {
  text: string
  prompts: readonly string[]
  /** What templates said in it: none of it is the analyst's own. */
  literals?: readonly string[]
}

/** The words of a rendered template, without what is asked for. */
export function literalsOf({ text, slots }: { text: string; slots: readonly Rendered['slots'][number][] }): string[] {
  const ends = [0, ...slots.map(({ end }) => end)]
  const starts = [...slots.map(({ start }) => start), text.length]
  return ends.map((end, index) => text.slice(end, starts[index]).trim()).filter(Boolean)
}

/** What of a note is the analyst's: all that no template said, and no slot that is still open. */
export function ownWords({ text, prompts, literals = [] }: NoteText): string {
  const said = [...literals, ...prompts.map((prompt) => `[${prompt}]`)].toSorted((a, b) => b.length - a.length)
  return said.reduce((left, words) => left.replaceAll(words, ' '), text)
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
  const literals = [...(note.literals ?? []), ...literalsOf({ text, slots })]
  const [first] = slots
  const end = from + text.length
  return {
    note: {
      text: note.text.slice(0, from) + text + note.text.slice(to),
      prompts: [...new Set([...note.prompts, ...slots.map(({ prompt }) => prompt)])],
      literals,
    },
    select: first ? [from + first.start, from + first.end] : [end, end],
  }
}

/** Which of the six questions a note seems to answer: signs in its words, and names that are known. */
export function answered(text: string, facts: Facts = {}): Record<Aspect, boolean> {
  const names = ['customer.name', 'counterparty.name'].flatMap((name) => facts[name] || [])
  return aspectsIn(text, names)
}
