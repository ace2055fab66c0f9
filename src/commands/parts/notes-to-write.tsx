/** The notes that a plan will write, whole, before the key that signs them. */
import { keyLabels } from '#src/commands/keymap/keys.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { countOf } from '#src/format/count.ts'
import { Kbd } from '#src/ui/kbd.tsx'

const noteIn = (body: unknown): string[] =>
  typeof body === 'object' && body && 'note' in body && typeof body.note === 'string' ? [body.note] : []

/** The different notes of some operations, in their order. */
export const notesOf = (ops: readonly { body: unknown }[]): readonly string[] => [
  ...new Set(ops.flatMap(({ body }) => noteIn(body))),
]

interface NotesToWriteProps {
  notes: readonly string[]
  id: string
  /** The keys that scroll them here. */
  keys: readonly [down: string, up: string]
}

/** All of them, in a list that scrolls. */
export function NotesToWrite({ notes, id, keys: [down, up] }: NotesToWriteProps) {
  const { registry } = useCommandLayer()
  if (notes.length === 0) return null
  const title =
    notes.length === 1 ? 'The note that will be written' : `${countOf(notes.length, 'note')} will be written`
  return (
    <section className="grid min-h-0 gap-1">
      <h3 id={`${id}head`} className="flex items-center gap-3 text-label font-medium text-muted">
        {title}
        <span className="flex items-center gap-1.5 font-normal">
          <Kbd keys={keyLabels(up, registry.platform)} />
          <Kbd keys={keyLabels(down, registry.platform)} /> scroll
        </span>
      </h3>
      <ul
        id={id}
        data-notes=""
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls is reached by keyboard
        tabIndex={0}
        aria-labelledby={`${id}head`}
        className="grid max-h-[30vh] gap-3 overflow-y-auto rounded-md border border-line p-3 text-list"
      >
        {notes.map((note) => (
          // a bulk may write thousands: those out of sight are not laid out
          <li key={note} className="whitespace-pre-line [content-visibility:auto]">
            {note}
          </li>
        ))}
      </ul>
    </section>
  )
}
