// Keyboard settings: which keys every command has, and how keys act.
import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useStore } from 'zustand'
import type { CommandId } from '#src/commands/command.ts'
import { useCommandUse } from '#src/commands/use-command.ts'
import { Kbd } from '#src/ui/kbd.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import './settings.css'
import { KeyOptions } from './key-options.tsx'
import { keyboardScreen } from './keyboard-screen.ts'
import { Shortcuts } from './shortcuts.tsx'

const [ImportKeymap] = lazyPart(() => import('./import-keymap.tsx').then((module) => module.ImportKeymap))

const SECTIONS = [
  { value: 'shortcuts', command: 'settings.showShortcuts' },
  { value: 'typing', command: 'settings.showTyping' },
] as const

export function KeyboardScreen() {
  const { section } = useSearch({ strict: false }) as { section?: unknown }
  const present = SECTIONS.find(({ value }) => value === section)?.value ?? 'shortcuts'
  const isImporting = useStore(keyboardScreen, (state) => state.isImporting)
  return (
    <section aria-label="Keyboard settings" className="flex h-full min-h-0">
      <nav aria-label="Settings" className="flex w-52 flex-none flex-col gap-0.5 border-e border-line bg-raised p-3">
        <p className="px-2 pt-1 pb-2 text-label font-medium text-muted">Keyboard</p>
        {SECTIONS.map(({ value, command }) => (
          <SectionTab key={value} command={command} isPresent={value === present} />
        ))}
      </nav>
      <div className="min-w-0 grow">{present === 'shortcuts' ? <Shortcuts /> : <KeyOptions />}</div>
      <Suspense fallback={null}>{isImporting && <ImportKeymap />}</Suspense>
    </section>
  )
}

function SectionTab({ command, isPresent }: { command: CommandId; isPresent: boolean }) {
  const { label, keys = [], title: _, ...use } = useCommandUse(command, 'pointer')
  return (
    <button {...use} type="button" aria-current={isPresent ? 'page' : undefined} className="settings-tab">
      <span className="grow">{label}</span>
      <Kbd keys={keys} />
    </button>
  )
}
