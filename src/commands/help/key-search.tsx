/** A search field for commands: by words or, once its button is pressed, by pressing the keys. */
import { Keyboard } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { CommandId } from '#src/commands/command.ts'
import { strokeOf } from '#src/commands/dispatcher/active-form.ts'
import { keyInput } from '#src/commands/dispatcher/key-input.ts'
import { isModifier, strokesOf } from '#src/commands/keymap/keys.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import type { Registry } from '#src/commands/registry.ts'
import { emptyQuery, findCommands, isEmpty, type KeyQuery } from './key-query.ts'

export interface KeySearchProps {
  query: KeyQuery
  onChange: (query: KeyQuery) => void
  id?: string
  autoFocus?: boolean
  /** Its own keys run it and are not searched. */
  runs?: CommandId
  className: string
}

/** Chords a text field itself needs. */
const isEditing = (stroke: string) => /^(mod|alt)\+(a|c|v|x|z|left|right|backspace|delete)$/.test(stroke)
/** A key that types nothing in a field is searched at once. */
const isDirect = (stroke: string) => /^(mod|ctrl|meta|alt)\+|^(shift\+)?f\d+$/.test(stroke) && !isEditing(stroke)

export function KeySearch({ query, onChange, id, autoFocus = false, runs, className }: KeySearchProps) {
  const { registry } = useCommandLayer()
  const isByKeys = query.by === 'keys'
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = keyInput(event.nativeEvent)
    const [stroke = ''] = strokesOf(input, registry.platform)
    if (isModifier(input) || stroke === '' || stroke === 'tab' || stroke === 'shift+tab') return
    if (runs && !isByKeys && strokeOf(registry, runs, event.nativeEvent) !== null) return
    if (stroke === 'escape') {
      if (!isByKeys && isEmpty(query)) return
      onChange(emptyQuery)
    } else if (isByKeys && stroke === 'backspace') onChange({ by: 'keys', strokes: query.strokes.slice(0, -1) })
    else if (isByKeys) onChange(further(registry, query.strokes, stroke))
    else if (isDirect(stroke)) onChange({ by: 'keys', strokes: [stroke] })
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <input
        id={id}
        autoFocus={autoFocus}
        readOnly={isByKeys}
        value={isByKeys ? query.strokes.flatMap((stroke) => registry.labelsOf(stroke)).join(' ') : query.text}
        onChange={(event) => onChange({ by: 'words', text: event.target.value })}
        onKeyDown={handleKey}
        aria-label={isByKeys ? 'Press a key to see what it does' : 'Search by word, or press a key'}
        placeholder={isByKeys ? 'Press a key' : 'Search by word, or press a key'}
        className={className}
      />
      <button
        type="button"
        aria-pressed={isByKeys}
        onClick={(event) => {
          onChange(isByKeys ? emptyQuery : { by: 'keys', strokes: [] })
          event.currentTarget.parentElement?.querySelector('input')?.focus()
        }}
        className="button"
      >
        <Keyboard size={14} aria-hidden="true" /> Press a key
      </button>
    </>
  )
}

/** A key that continues no sequence begins a new search. */
function further(registry: Registry, strokes: readonly string[], stroke: string): KeyQuery {
  const longer: KeyQuery = { by: 'keys', strokes: [...strokes, stroke] }
  return findCommands(registry, registry.commands, longer).length > 0 ? longer : { by: 'keys', strokes: [stroke] }
}
