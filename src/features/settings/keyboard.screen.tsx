// Keyboard settings: which keys every command has, and how keys act.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useStore } from 'zustand'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import './settings.css'
import { KeyOptions } from './key-options.tsx'
import { keyboardScreen } from './keymap-store.ts'
import { Shortcuts } from './shortcuts.tsx'

const [ImportKeymap] = lazyPart(() => import('./import-keymap.tsx').then((module) => module.ImportKeymap))

const SECTIONS = [
  { value: 'shortcuts', label: 'Shortcuts' },
  { value: 'typing', label: 'Typing and focus' },
] as const

export function KeyboardScreen() {
  const navigate = useNavigate()
  const { section } = useSearch({ strict: false }) as { section?: unknown }
  const present = SECTIONS.find(({ value }) => value === section)?.value ?? 'shortcuts'
  const isImporting = useStore(keyboardScreen, (state) => state.isImporting)
  return (
    <section aria-label="Keyboard settings" className="flex h-full min-h-0">
      <nav aria-label="Settings" className="flex w-52 flex-none flex-col gap-0.5 border-e border-line bg-raised p-3">
        <p className="px-2 pt-1 pb-2 text-label font-medium text-muted">Keyboard</p>
        {SECTIONS.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-current={value === present ? 'page' : undefined}
            onClick={() => void navigate({ to: '.', search: { section: value } as never, replace: true })}
            className="settings-tab"
          >
            {label}
          </button>
        ))}
      </nav>
      <div className="min-w-0 grow">{present === 'shortcuts' ? <Shortcuts /> : <KeyOptions />}</div>
      <Suspense fallback={null}>{isImporting && <ImportKeymap />}</Suspense>
    </section>
  )
}
