// The variables of a template: inserted at the caret, with their values.
import { useState, type RefObject } from 'react'
import { insertAtCaret } from '#src/ui/form/insert-text.ts'
import { render, VARIABLES, type Rendered, type Variable } from './render.ts'

interface VariableButtonsProps {
  /** The variables available here. */
  names: readonly Variable[]
  /** The text area that they are inserted into. */
  area: RefObject<HTMLTextAreaElement | null>
}

/** A button per variable, and one for a requested text. */
export function VariableButtons({ names, area }: VariableButtonsProps) {
  const insert = (name: string) => {
    area.current?.focus()
    insertAtCaret(area.current, `{{${name}}}`)
  }
  const all = [...names.map((name) => [name, VARIABLES[name]] as const), ['?free text', 'asked for when it is used']]
  return (
    <div role="group" aria-label="Variables" className="-mt-2 flex flex-wrap gap-1">
      {all.map(([name = '', what]) => (
        <button
          key={name}
          type="button"
          className="h-6 rounded-md border border-line px-1.5 text-label text-muted hover:bg-raised"
          title={what}
          onClick={() => insert(name)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

/** The preview of the template on a case; slots for the user are emphasised. */
interface PreviewProps {
  body: string
  facts: Readonly<Record<string, string>> | null
  /** The results of its claims. */
  claims?: string
}

export function Preview({ body, facts, claims }: PreviewProps) {
  const [sample] = useState(() =>
    Object.fromEntries(Object.entries(VARIABLES).map(([name, what]) => [name, `‹${what}›`])),
  )
  const rendered = render(body, { ...(facts ?? sample), ...(claims && { claims }) })
  return (
    <figure className="grid gap-1">
      <figcaption className="text-label font-medium text-muted">
        {facts ? `On ${facts['case.id'] ?? `alert ${facts['alert.id']}`}` : 'Preview with sample data'}
      </figcaption>
      <p className="min-h-16 rounded-md border border-line bg-raised p-3 whitespace-pre-wrap">
        {pieces(rendered).map(({ text, isSlot, at }) =>
          isSlot ? (
            <mark key={at} className="bg-tint text-inherit underline decoration-dotted">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </p>
    </figure>
  )
}

function pieces({ text, slots }: Rendered): { text: string; isSlot: boolean; at: number }[] {
  const found = []
  let last = 0
  for (const { start, end } of slots) {
    found.push({ text: text.slice(last, start), isSlot: false, at: last })
    found.push({ text: text.slice(start, end), isSlot: true, at: start })
    last = end
  }
  return [...found, { text: text.slice(last), isSlot: false, at: last }]
}
