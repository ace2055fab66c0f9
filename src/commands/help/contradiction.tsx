import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { Against } from '#src/commands/command.ts'
import { keyLabels } from '#src/commands/keymap/keys.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { landFocus } from '#src/ui/overlay/return-focus.ts'

/** The contradiction of a decision, the records behind it, and a field for the reason. */
export function Contradiction({ against: { text, links } }: { against: Against }) {
  const { runner, registry } = useCommandLayer()
  const [words, setWords] = useState('')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // before the keys of the page: Tab leads in, and inside links and buttons have their own
    const take = (event: globalThis.KeyboardEvent) => {
      const { target, key } = event
      const dialog = field.current?.closest('[role=alertdialog]')
      const isInside = target instanceof Element && dialog?.contains(target) === true
      if (isInside && (key === 'Tab' || (key === 'Enter' && target !== field.current))) event.stopPropagation()
      if (isInside || key !== 'Tab') return
      event.preventDefault()
      event.stopPropagation()
      field.current?.focus()
    }
    window.addEventListener('keydown', take, { capture: true })
    return () => window.removeEventListener('keydown', take, { capture: true })
  }, [])
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') runner.dismiss()
    else if (!runner.answer(false, words)) return
    requestAnimationFrame(landFocus)
  }
  return (
    <>
      <p className="whitespace-pre-line text-list">{text}</p>
      {links.length > 0 && (
        <ul aria-label="Precedents" className="flex flex-wrap gap-x-4 text-list">
          {links.map(({ title, href }) => (
            <li key={`${title} ${href}`}>
              <a className="text-accent" href={href} target="_blank" rel="noreferrer">
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
      <label className="grid gap-1 text-list" htmlFor={id}>
        <span>
          <Kbd keys={keyLabels('tab', registry.platform)} /> Reason, or empty to keep the decision without one
        </span>
        <input
          ref={field}
          id={id}
          className="input"
          maxLength={500}
          autoComplete="off"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={handleKey}
        />
      </label>
    </>
  )
}
