import { useRef, useState } from 'react'
import { useFormActions, useKeysOf } from '#src/commands/dispatcher/active-form.ts'
import { readKeymapFile, type FileError } from '#src/commands/keymap/keymap-file.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { countOf } from '#src/format/count.ts'
import { Button } from '#src/ui/button.tsx'
import { Field, TextArea } from '#src/ui/form/field.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { useEscapeWarning } from '#src/ui/overlay/use-escape-warning.ts'
import { keyboardScreen } from './keyboard-screen.ts'
import { presets } from './presets.ts'

/** A larger file is no keymap, in characters. */
const MOST = 200_000

/** The part of the window that reads it could not be fetched. */
const unread = () => ({ errors: [{ line: 1, message: 'Reading a keymap needs a connection. Nothing was changed' }] })

/** Takes a keymap from a file or as text; refused whole, with the lines that are wrong. Mounted while it is open. */
export function ImportKeymap() {
  const { registry, runner } = useCommandLayer()
  const file = useRef<HTMLInputElement>(null)
  const fields = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [errors, setErrors] = useState<readonly FileError[]>([])
  const close = () => keyboardScreen.setState({ isImporting: false })

  const { isWarned, calm, onKeyDown } = useEscapeWarning(text.trim() !== '')

  const write = (next: string) => {
    setText(next)
    setErrors([])
    calm()
  }
  const load = async (input: HTMLInputElement) => {
    const [chosen] = input.files ?? []
    // put right, the same file may be chosen again
    input.value = ''
    if (!chosen) return undefined
    if (chosen.size > MOST) return setErrors([{ line: 1, message: `${chosen.name} is too large for a keymap` }])
    const read = await chosen.text().catch(() => null)
    return read === null ? setErrors([{ line: 1, message: `${chosen.name} cannot be read` }]) : write(read)
  }
  const adopt = async () => {
    const result = await readKeymapFile(text, registry, presets).catch(unread)
    if ('errors' in result) return setErrors(result.errors)
    const count = Object.keys(result.keymap.overrides).length
    close()
    runner.invoke('settings.adopt', {
      keymap: result.keymap,
      said: `Keymap imported, ${countOf(count, 'change')}`,
    })
  }

  useFormActions(fields, { submit: text.trim() === '' ? undefined : () => void adopt() })
  const keys = useKeysOf('dialog.submit')

  return (
    <Dialog
      title="Import a keymap"
      description="It replaces the preset and your changes. Undo restores them."
      width="wide"
      onClose={close}
      actions={
        <>
          <Button onClick={() => file.current?.click()}>Choose a file…</Button>
          <span className="grow" />
          <Button onClick={close} keys={registry.labelsOf('escape')}>
            Cancel
          </Button>
          <Button variant="primary" onClick={() => void adopt()} disabled={text.trim() === ''} keys={keys}>
            Import
          </Button>
        </>
      }
    >
      <div ref={fields} className="grid gap-3">
        <Field label="Keymap as JSON">
          <TextArea
            value={text}
            onChange={(event) => write(event.target.value)}
            onKeyDown={onKeyDown}
            rows={12}
            spellCheck={false}
            placeholder={'{\n  "preset": "default",\n  "alert.resolve": ["d"],\n  "-queue.similar": true\n}'}
          />
        </Field>
        <input
          ref={file}
          type="file"
          accept="application/json,.json"
          aria-label="Keymap file"
          hidden
          onChange={(event) => void load(event.target)}
        />
        <div role="alert">
          <ul className="grid gap-1 text-list text-stop">
            {errors.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                Line {line}: {message}
              </li>
            ))}
          </ul>
          {isWarned && <p className="text-warn">Not imported. Esc again closes.</p>}
        </div>
      </div>
    </Dialog>
  )
}
