import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { leader, singleKeyModes, singleKeyTitles, type SingleKeys } from '#src/commands/dispatcher/single-keys.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { TitledSection } from '#src/ui/form/titled-section.tsx'

/** Key behaviour for dictation and screen readers. */
export function KeyOptions() {
  const { registry, runner, keyboard } = useCommandLayer()
  const { singleKeys, isFocusMoved } = useStore(keyboard.store, (state) => state.options)
  const page = useRef<HTMLDivElement>(null)
  // the focused element was removed with the table
  useEffect(() => page.current?.focus(), [])
  const leaderKeys = registry.labelsOf(leader).join(' ')
  const hints: Record<SingleKeys, string> = {
    on: 'r resolves wherever nothing is being typed.',
    list: 'r resolves while focus is in a list or in triage, and nowhere else.',
    leader: `${leaderKeys}, then r resolves. A key alone does nothing.`,
    off: 'Letters, digits and signs do nothing by themselves; everything is in the palette and on its buttons.',
  }
  return (
    <div ref={page} tabIndex={0} className="overlay-body h-full">
      <div className="grid max-w-[720px] gap-8 p-2">
        <h2 className="text-title font-semibold">Typing and focus</h2>
        <TitledSection
          title="Single-key shortcuts"
          text="Speech input types what it hears, and every letter would be a command. Arrow keys, Enter, function keys and chords work in each of these."
        >
          <div role="radiogroup" aria-label="Single-key shortcuts" className="options">
            {singleKeyModes.map((mode) => (
              <label key={mode} className="option">
                <input
                  type="radio"
                  name="single-keys"
                  checked={mode === singleKeys}
                  onChange={() => runner.execute('settings.singleKeys', { source: 'pointer', args: { mode } })}
                />
                <span className="grid">
                  <span className="font-medium">{singleKeyTitles[mode]}</span>
                  <span className="text-label text-muted">{hints[mode]}</span>
                </span>
              </label>
            ))}
          </div>
        </TitledSection>
        <TitledSection
          title="Cursor and focus"
          text="Lists keep the focus and name the row under the cursor. Some pairs of browser and screen reader do better when the row itself has the focus."
        >
          <label className="options option">
            <input
              type="checkbox"
              checked={isFocusMoved}
              onChange={() => runner.execute('settings.moveFocus', { source: 'pointer' })}
            />
            <span className="font-medium">Move real focus with the cursor</span>
          </label>
        </TitledSection>
      </div>
    </div>
  )
}
