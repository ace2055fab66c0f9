// Any field for a note: a key inserts a template, another goes to the next missing word, and the six questions that a note
// should answer light up as it does.
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { COMMENT_MAX } from '#contract/model/common.ts'
import type { AlertKind } from '#contract/model/templates/template.ts'
import { strokeOf } from '#src/commands/dispatcher/active-form.ts'
import { takesCharacter } from '#src/commands/dispatcher/single-keys.ts'
import { rankItems } from '#src/commands/palette/rank.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { Field, TextArea } from '#src/ui/form/field.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import type { Template } from './defaults.ts'
import { wholeBody } from './claims/fill-template.ts'
import { snippets } from './snippets.ts'
import {
  answered,
  begunSnippet,
  insertTemplateText,
  openSlot,
  ownText,
  type Facts,
  type NoteText,
} from './note-editing.ts'

const LONGEST = 20_000
const MOST = 9

/** Pins of the case come first. */
const pinned = ({ evidence = '' }: Facts): Offered[] =>
  evidence === '' ? [] : [{ key: null, template: { ...PINNED, gist: evidence } }]
const PINNED = {
  id: 'pinned-evidence',
  title: 'Pinned evidence',
  revision: 1,
  body: '{{evidence}}',
  use: 'snippet',
  ruleTypes: [],
  evidence: [],
} as const satisfies Partial<Template>

/** The offers of `;`. */
export interface Offered {
  /** The digit that takes it at once; null for none. */
  key: string | null
  template: Pick<Template, 'id' | 'title' | 'gist' | 'body' | 'evidence'>
}

interface NoteFieldProps {
  label: string
  note: NoteText
  facts: Facts
  /** On which kind of alert it is written; on a transaction's by default. */
  kind?: AlertKind | undefined
  /** Replaces the user's own templates: the text is no note, and need not answer its questions. */
  offered?: readonly Offered[]
  /** It is beside another field: it does not take the focus, and need not answer the questions of a note. */
  isComment?: boolean
  /** Hears which of them was inserted, after `onChange`. */
  onInsert?: (id: string) => void
  /** The missing word that kept the note from going out: it is selected. */
  asksFor?: string | undefined
  onChange: (note: NoteText) => void
}

/** The matches of the query, best first. */
const fitting = (offered: readonly Offered[], query: string): readonly Offered[] =>
  rankItems(
    offered.map((one) => ({ ...one, title: one.template.title, keywords: [one.template.gist] })),
    query,
    () => 0,
  ).slice(0, MOST)

/** Selects in a field once it has the text it is about to get: a frame later, the next key would be typed somewhere else. */
function useCaret(area: RefObject<HTMLTextAreaElement | null>): (start: number, end: number) => void {
  const due = useRef<readonly [start: number, end: number] | null>(null)
  useLayoutEffect(() => {
    if (!due.current) return
    area.current?.focus()
    area.current?.setSelectionRange(...due.current)
    due.current = null
  })
  return (start, end) => {
    due.current = [start, end]
  }
}

export function NoteField(props: NoteFieldProps) {
  const { label, note, facts, kind = 'transaction', offered, isComment = false, onInsert, asksFor, onChange } = props
  const { registry } = useCommandLayer()
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  /** A `;` that is meant literally. */
  const [dismissed, setDismissed] = useState(-1)
  /** A snippet begun by another key than a semicolon. */
  const [asked, setAsked] = useState(-1)
  const [picked, setPicked] = useState(0)
  const id = useId()
  const [inserting, nextWord] = (['dialog.snippet', 'dialog.nextField'] as const).map((id) =>
    registry.find(id) ? registry.keysOf(id).map((keys) => keys.join(' ')) : [],
  )
  const begun = begunSnippet(note.text, caret)
  // with another key chosen, a semicolon is literal
  const isMeant = begun && (begun.from === asked || inserting?.includes(';'))
  const open = begun && isMeant && begun.from !== dismissed ? begun : null
  const choices = open ? fitting(offered ?? [...pinned(facts), ...snippets(kind)], open.query) : []
  const highlighted = Math.min(picked, choices.length - 1)

  const selectNow = (start: number, end: number) => {
    area.current?.focus()
    area.current?.setSelectionRange(start, end)
    setCaret(end)
  }
  const selectThen = useCaret(area)
  /** In the text that the field is given now. */
  const select = (start: number, end: number) => {
    selectThen(start, end)
    setCaret(end)
  }
  /** To the next missing word; out of the field where that is the one selected, so that Tab is never caught. */
  const goOn = (start: number, end: number) => {
    const slot = openSlot(note, end)
    if (!slot || (slot.start === start && slot.end === end)) return false
    selectNow(slot.start, slot.end)
    return true
  }

  // before anything can be typed
  useLayoutEffect(() => {
    const end = note.text.length
    const slot = openSlot(note) ?? { start: end, end }
    if (!isComment) selectNow(slot.start, slot.end)
    // oxlint-disable-next-line react/exhaustive-deps -- where the note opens
  }, [])
  useEffect(() => {
    const slot = asksFor === undefined ? null : openSlot(note)
    if (slot) selectNow(slot.start, slot.end)
    // oxlint-disable-next-line react/exhaustive-deps -- when it is sent back
  }, [asksFor])

  const insert = (index: number) => {
    const choice = choices[index]
    if (!choice || !open) return
    const next = insertTemplateText(note, [open.from, caret], wholeBody(choice.template), facts)
    onChange(next.note)
    onInsert?.(choice.template.id)
    select(...next.select)
  }

  /** The effect of a key while snippets are offered; false if it belongs to the text. */
  const handleOpenKey = (key: string): boolean => {
    if (!open) return false
    const digit = open.query === '' ? choices.findIndex((choice) => choice.key === key) : -1
    if (digit >= 0) insert(digit)
    else if (key === 'Enter' || key === 'Tab') insert(highlighted)
    else if (key === 'ArrowDown') setPicked(Math.min(choices.length - 1, highlighted + 1))
    else if (key === 'ArrowUp') setPicked(Math.max(0, highlighted - 1))
    else if (key === 'Escape') setDismissed(open.from)
    else return false
    return choices.length > 0 || key === 'Escape'
  }

  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, nativeEvent, ctrlKey, metaKey } = event
    if (nativeEvent.isComposing) return
    const { selectionStart, selectionEnd } = event.currentTarget
    const snippet = strokeOf(registry, 'dialog.snippet', nativeEvent)
    const isUsed =
      (!ctrlKey && !metaKey && handleOpenKey(key)) ||
      (snippet !== null && begins(snippet, selectionStart) && (begin(selectionStart, selectionEnd), true)) ||
      (!open && strokeOf(registry, 'dialog.nextField', nativeEvent) !== null && goOn(selectionStart, selectionEnd))
    if (!isUsed) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** A semicolon is typed as any character; its replacement begins a snippet where a semicolon would. */
  const begins = (stroke: string, at: number) =>
    !takesCharacter(stroke) || (stroke !== ';' && (at === 0 || /\s/.test(note.text[at - 1] ?? '')))
  /** Begins a snippet where the caret is. */
  const begin = (from: number, to: number) => {
    const gap = from === 0 || /\s/.test(note.text[from - 1] ?? '') ? '' : ' '
    onChange({ ...note, text: `${note.text.slice(0, from)}${gap};${note.text.slice(to)}` })
    setDismissed(-1)
    setAsked(from + gap.length)
    select(from + gap.length + 1, from + gap.length + 1)
  }

  return (
    <div className="relative grid gap-1">
      <Field
        label={label}
        hint={[
          inserting?.[0] && `${inserting[0]} inserts a template`,
          nextWord?.[0] && `${nextWord[0]} goes to the next [missing word]`,
        ]
          .filter(Boolean)
          .join(', ')}
        error={asksFor === undefined ? undefined : `Fill in [${asksFor}] first`}
      >
        <TextArea
          ref={area}
          rows={isComment ? 3 : 10}
          maxLength={isComment ? COMMENT_MAX : LONGEST}
          value={note.text}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={open ? `${id}-list` : undefined}
          aria-activedescendant={open && choices.length > 0 ? `${id}-${highlighted}` : undefined}
          onChange={({ target }) => {
            onChange({ ...note, text: target.value })
            setCaret(target.selectionEnd)
            setPicked(0)
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionEnd)}
          onKeyDown={handleKeyDown}
        />
      </Field>
      {!offered && !isComment && <Completeness note={note} facts={facts} />}
      {open && <Choices id={id} choices={choices} highlighted={highlighted} query={open.query} onInsert={insert} />}
    </div>
  )
}

/** The answered questions of a note. */
function Completeness({ note, facts }: Pick<NoteFieldProps, 'note' | 'facts'>) {
  const has = answered(ownText(note), facts)
  return (
    <ul aria-label="Completeness of your words" className="flex flex-wrap gap-x-3 text-label">
      {Object.entries(has).map(([aspect, is]) => (
        <li key={aspect} className={is ? 'text-done' : 'text-muted'}>
          <span aria-hidden="true">{is ? '✓' : '○'}</span> {aspect}
          <span className="sr-only">{is ? ' answered' : ' not yet'}</span>
        </li>
      ))}
    </ul>
  )
}

interface ChoicesProps {
  id: string
  choices: readonly Offered[]
  highlighted: number
  query: string
  onInsert: (index: number) => void
}

function Choices({ id, choices, highlighted, query, onInsert }: ChoicesProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Snippets"
      className="overlay absolute inset-x-0 top-full z-10 mt-1 p-1"
    >
      {choices.map(({ key, template }, index) => (
        <div
          key={template.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === highlighted}
          // the field keeps the focus
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(index)}
          className={`flex h-7 cursor-default items-center gap-3 rounded-md px-2 text-list ${index === highlighted ? 'bg-tint' : ''}`}
        >
          <span className="w-4 flex-none">{key && query === '' && <Kbd keys={[key]} />}</span>
          <span className="flex-none">{template.title}</span>
          <span className="min-w-0 grow truncate text-muted">{template.gist}</span>
        </div>
      ))}
      {choices.length === 0 && <p className="px-2 py-1 text-label text-muted">No template is called that.</p>}
    </div>
  )
}
