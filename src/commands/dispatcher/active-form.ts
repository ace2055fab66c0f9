/** The actions of the current form or drawer, for their commands: the last mounted one wins. */
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { CommandId, KeySpec } from '#src/commands/command.ts'
import { parseKeys, strokesOf } from '#src/commands/keymap/keys.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import type { Registry } from '#src/commands/registry.ts'
import { keyInput } from './key-input.ts'

export interface FormActions {
  /** Saves or sends what is written. */
  submit?: (() => void) | undefined
  /** Does so and leaves the form open for another. */
  submitAndStay?: (() => void) | undefined
  /** Has a file chosen, to be attached. */
  attach?: (() => void) | undefined
  /** Files that it shows, each to be saved. */
  files?: readonly ShownFile[] | undefined
}

export interface ShownFile {
  name: string
  /** Shows a fault beside it. */
  save: () => Promise<void>
}

interface Mounted {
  element: RefObject<Element | null>
  acts: FormActions
}
const mounted = new Set<RefObject<Mounted>>()

/** The current element's action; null if the topmost drawer or dialog has none. */
export function formAction<Act extends keyof FormActions>(act: Act): NonNullable<FormActions[Act]> | null {
  return within().findLast((acts) => acts[act])?.[act] ?? null
}

/** All visible files. */
export const filesOnForms = (): readonly ShownFile[] => within().flatMap(({ files = [] }) => files)

/** The content of the topmost drawer or dialog; of the screen if none is open. */
function within(): FormActions[] {
  const top = [...document.querySelectorAll('[data-kb-context~=drawer], [data-kb-context~=dialog]')].at(-1)
  const area = top ?? document.body
  return [...mounted].filter(({ current }) => area.contains(current.element.current)).map(({ current }) => current.acts)
}

/** Registers an element's actions while the caller is mounted. */
export function useFormActions(element: RefObject<Element | null>, acts: FormActions): void {
  const latest = useRef<Mounted>({ element, acts })
  useLayoutEffect(() => {
    latest.current = { element, acts }
  })
  useEffect(() => {
    mounted.add(latest)
    return () => void mounted.delete(latest)
  }, [])
}

/** The stroke of a press that is a key of this command at present; null where it is none. For keys that a field answers itself. */
export function strokeOf(registry: Registry, id: CommandId, event: KeyboardEvent): KeySpec | null {
  if (!registry.find(id)) return null
  const bound = registry.boundTo(id).keys.flatMap(parseKeys)
  const isBound = (stroke: string) => bound.some((strokes) => strokes.length === 1 && strokes[0] === stroke)
  return strokesOf(keyInput(event), registry.platform).find(isBound) ?? null
}

/** The labels of a command's key, for a button that does what it does; none until the command is loaded. */
export function useKeysOf(id: CommandId): readonly string[] | undefined {
  const { registry } = useCommandLayer()
  return (registry.find(id) && registry.keyOf(id)) ?? undefined
}
