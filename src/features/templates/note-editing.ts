/** Writing a note with the help of snippets and slots: what the field does with text and caret. Pure. */
import { aspectsIn, type Aspect } from '#contract/model/forms/narrative.ts'
import { render, type Rendered } from './render.ts'

/** The values of variables; a missing one becomes a slot. */
export type Facts = Readonly<Record<string, string>>

/** A note in the making: its text, and the prompts that templates have put into it. */
export interface NoteText {
  text: string
  prompts: readonly string[]
  /** Template text in it, which does not count as the analyst's own. */
  literals?: readonly string[]
}

/** The text of a rendered template, without slots. */
export function literalsOf({ text, slots }: { text: string; slots: readonly Rendered['slots'][number][] }): string[] {
  const ends = [0, ...slots.map(({ end }) => end)]
  const starts = [...slots.map(({ start }) => start), text.length]
  return ends.map((end, index) => text.slice(end, starts[index]).trim()).filter(Boolean)
}

/** The analyst's own text of a note: without template text and open slots. */
export function ownText({ text, prompts, literals = [] }: NoteText): string {
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

/** The text typed after a `;` at the start of a line or after a space; null if none is open. */
export function begunSnippet(text: string, caret: number): { from: number; query: string } | null {
  const begun = /(?:^|\s);([^\s;]{0,30})$/.exec(text.slice(0, caret))
  if (!begun) return null
  const query = begun[1] ?? ''
  return { from: caret - query.length - 1, query }
}

/** Replaces a part of the text with a template's text, and selects its first slot, or its end. */
export function insertTemplateText(
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

/** The questions, of the usual six, that a note seems to answer: by signal words and known names. */
export function answered(text: string, facts: Facts = {}): Record<Aspect, boolean> {
  const names = ['customer.name', 'counterparty.name'].flatMap((name) => facts[name] || [])
  return aspectsIn(text, names)
}
