/** Records the keys of a command, and shows conflicts at once. A separate chunk. */
import { X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import type { CommandId } from '#src/commands/command.ts'
import { keyInput } from '#src/commands/dispatcher/key-input.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { ToneMark } from '#src/ui/tag.tsx'
import { isRefused, type Caution, type Clash } from './conflicts.ts'
import { effectiveKeys, type KeymapDiff } from './keymap.ts'
import { withKeys } from './with-keys.ts'
import { isModifier, strokesOf } from './keys.ts'
import { check, erased, keysOfDraft, pressed, taking, type RecorderDraft } from './recorder-model.ts'
import { conflictText } from './conflict-text.ts'

/** Mounted while it is open. */
export function Recorder({ id }: { id: CommandId }) {
  const { registry, runner, keyboard, recorder } = useCommandLayer()
  const [draft, setDraft] = useState<RecorderDraft>(() => ({ keys: registry.boundTo(id).keys, strokes: [] }))
  const keys = keysOfDraft(draft)
  const found = check(registry, id, keys)
  const isWrong = found.some(isRefused)
  const title = registry.get(id).shortTitle
  const { keymap } = keyboard.store.getState()
  const standard = effectiveKeys(registry.get(id), registry.setup.preset, {}).keys
  const close = () => recorder.setState({ id: null })
  const adopt = (overrides: KeymapDiff, said: string) => {
    close()
    runner.execute('settings.adopt', {
      source: 'pointer',
      args: { keymap: { ...keymap, overrides }, said },
    })
  }
  const labels = keys.map((spec) => registry.labelsOf(spec).join(' ')).join(', ')
  const save = () => {
    if (isWrong) return
    const isStandard = JSON.stringify(keys) === JSON.stringify(standard)
    adopt(withKeys(keymap.overrides, registry.get(id), isStandard ? null : keys), `${title}: ${labels || 'no key'}`)
  }

  return (
    <Dialog
      title={`Keys of "${title.replace(/…$/, '')}"`}
      onClose={close}
      actions={
        <>
          <Button variant="quiet" onClick={() => setDraft({ keys: standard, strokes: [] })}>
            As in the preset
          </Button>
          <span className="grow" />
          <Button onClick={close} keys={registry.labelsOf('escape')}>
            Cancel
          </Button>
          <Button variant="primary" onClick={save} disabled={isWrong} keys={registry.labelsOf('enter')}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <KeyField draft={draft} onChange={setDraft} onSave={save} />
        <PresentKeys
          keys={draft.keys}
          onRemove={(spec) => setDraft({ ...draft, keys: draft.keys.filter((one) => one !== spec) })}
        />
        <Conflicts
          id={id}
          found={found}
          onTake={() => adopt(taking(registry, keymap, id, keys), `${title}: ${labels}, removed from its old command`)}
        />
      </div>
    </Dialog>
  )
}

interface KeyFieldProps {
  draft: RecorderDraft
  onChange: (draft: RecorderDraft) => void
  onSave: () => void
}

/** Takes every key but those by which one leaves it: Tab and Escape. Enter ends a sequence, and alone is a key itself. */
function KeyField({ draft, onChange, onSave }: KeyFieldProps) {
  const { registry } = useCommandLayer()
  const handleKey = (event: KeyboardEvent) => {
    const input = keyInput(event.nativeEvent)
    const [stroke] = strokesOf(input, registry.platform)
    if (stroke === 'tab' || stroke === 'shift+tab' || stroke === 'escape') return
    event.preventDefault()
    event.stopPropagation()
    if (stroke === undefined || isModifier(input) || event.repeat) return
    if (stroke === 'backspace') return onChange(erased(draft))
    if (stroke === 'enter' && draft.strokes.length > 0) return onSave()
    onChange(pressed(draft, stroke))
  }
  const typed = draft.strokes.flatMap((stroke) => registry.labelsOf(stroke))
  return (
    <div className="grid gap-1">
      <input
        // focus stays in a field, so that screen readers hand every key on
        autoFocus
        readOnly
        value={typed.join(' ')}
        onKeyDown={handleKey}
        aria-label="New keys"
        aria-describedby="recorder-hint"
        placeholder="Press the new keys"
        className="input text-center text-body"
      />
      <p id="recorder-hint" className="text-label text-muted">
        Several keys in a row make a sequence. Enter saves, Backspace removes the last, Escape cancels.
      </p>
    </div>
  )
}

function PresentKeys({ keys, onRemove }: { keys: readonly string[]; onRemove: (spec: string) => void }) {
  const { registry } = useCommandLayer()
  if (keys.length === 0) return <p className="text-list text-muted">It has no other key.</p>
  return (
    <ul aria-label="Keys it has" className="flex flex-wrap gap-2">
      {keys.map((spec) => (
        <li key={spec} className="flex items-center gap-1 rounded-md border border-line ps-2">
          <span className="sr-only">{registry.labelsOf(spec).join(' ')}</span>
          <Kbd keys={registry.labelsOf(spec)} />
          <IconButton icon={X} label={`Remove ${registry.labelsOf(spec).join(' ')}`} onClick={() => onRemove(spec)} />
        </li>
      ))}
    </ul>
  )
}

interface ConflictsProps {
  id: CommandId
  found: readonly (Clash | Caution)[]
  onTake: () => void
}

function Conflicts({ id, found, onTake }: ConflictsProps) {
  const { registry } = useCommandLayer()
  const isWrong = found.some(isRefused)
  const canTake = found.filter(isRefused).every((one) => 'ids' in one && one.ids.some((other) => other !== id))
  return (
    <div role="status" className="grid gap-2 text-list empty:hidden">
      {found.map((one) => (
        <p key={conflictText(one, id, registry)} className={isRefused(one) ? 'text-stop' : 'text-warn'}>
          <span className="me-1.5 inline-block align-baseline">
            <ToneMark tone={isRefused(one) ? 'stop' : 'warn'} />
          </span>
          {conflictText(one, id, registry)}
        </p>
      ))}
      {isWrong && canTake && (
        <span>
          <Button onClick={onTake}>Take it from there and save</Button>
        </span>
      )}
    </div>
  )
}
