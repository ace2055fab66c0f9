// The gallery, for people who build screens: every part of `src/ui` in every state, in the look of the device, light or dark.
import { useEffect, useRef, useState } from 'react'
import { Choice } from '#src/ui/form/choice.tsx'
import { BASICS } from './basics.tsx'
import { FIELDS } from './fields.tsx'
import { LISTS } from './lists.tsx'
import { OVERLAYS } from './overlays.tsx'

const GROUPS = [
  { title: 'Buttons, marks and texts', entries: BASICS },
  { title: 'Fields', entries: FIELDS },
  { title: 'Lists and comparisons', entries: LISTS },
  { title: 'Overlays', entries: OVERLAYS },
]
const LOOKS = [
  { value: 'device', label: 'As the window' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export function GalleryScreen() {
  const [look, setLook] = useState<(typeof LOOKS)[number]['value']>('device')
  const page = useRef<HTMLElement>(null)
  // after a merge conflict among the parts took the focus, and scrolled to itself
  useEffect(() => {
    if (!page.current) return
    page.current.focus({ preventScroll: true })
    page.current.scrollTop = 0
  }, [])
  return (
    <section
      ref={page}
      aria-label="Gallery"
      tabIndex={-1}
      data-scrolls=""
      data-theme={look === 'device' ? undefined : look}
      className="flex h-full min-h-0 flex-col overflow-y-auto bg-bg text-text"
    >
      <header className="flex flex-none flex-wrap items-center gap-3 border-b border-line px-4 py-3">
        <h2 className="text-title font-semibold">Gallery</h2>
        <p className="min-w-0 grow text-muted">Every part of the window in every state. Nothing here changes data.</p>
        <div className="w-40">
          <Choice label="Look" value={look} options={LOOKS} onChange={setLook} />
        </div>
      </header>
      {GROUPS.map(({ title, entries }) => (
        <section key={title} aria-label={title} className="grid gap-6 p-4">
          <h3 className="text-title font-semibold">{title}</h3>
          {Object.entries(entries).map(([path, entry]) => (
            <section
              key={path}
              aria-label={entry.title}
              className="grid grid-cols-[minmax(0,1fr)] gap-2 [&>button]:justify-self-start"
            >
              <h4 className="font-semibold">
                {entry.title} <code className="text-label font-normal text-muted">src/ui/{path}</code>
              </h4>
              <entry.States />
            </section>
          ))}
        </section>
      ))}
    </section>
  )
}
