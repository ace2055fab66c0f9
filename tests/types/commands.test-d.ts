// Type tests of commands, contexts and drawers, checked by `npm run types`: a line that should not compile and does is
// an error.
import '#src/app/features.ts'
import { defineArg, defineCommand, type Args, type CommandId } from '#src/commands/command.ts'
import type { KeyContext } from '#src/commands/dispatcher/key-context.ts'
import { flag, inOverlay, inView } from '#src/commands/dispatcher/when.ts'
import { openDrawer, type DrawerName, type DrawerValues } from '#src/ui/overlay/drawer-store.ts'
import type { Equal, True } from './equal.ts'

export const id: CommandId = 'case.assign'
// @ts-expect-error -- no command has this id
export const misspelt: CommandId = 'case.asign'
// @ts-expect-error -- an area without a name
export const area: CommandId = 'case'

// the arguments of a command have the types of its argument pages
const who = defineArg({
  name: 'who',
  type: 'choice',
  prompt: () => '',
  source: () => [{ id: '1', value: 1, title: '' }],
})
const why = defineArg({
  name: 'why',
  type: 'text',
  prompt: () => '',
  source: () => [{ id: 'x', value: 'x', title: '' }],
})
export type ArgTypes = True<Equal<Args<[typeof who, typeof why]>, { readonly who: number; readonly why: string }>>

const named = { id: 'case.assign', group: 'Assign', keywords: 'give, owner' } as const
export const commands = [
  defineCommand({ ...named, title: 'Assign', args: [who], run: (_, a) => void (a.who + 1) }),
  // @ts-expect-error -- an argument that no page asks for
  defineCommand({ ...named, title: 'Assign', args: [who], run: (_, a) => void a.why }),
  // @ts-expect-error -- a title that depends on what is in front needs a short one that does not
  defineCommand({ ...named, title: () => 'Assign' }),
  // @ts-expect-error -- a command of the palette that says no other words for it
  defineCommand({ id: 'case.assign', title: 'Assign', group: 'Assign' }),
  // @ts-expect-error -- no word at all
  defineCommand({ id: 'case.assign', title: 'Assign', group: 'Assign', keywords: '' }),
  // @ts-expect-error -- one word alone
  defineCommand({ id: 'case.assign', title: 'Assign', group: 'Assign', keywords: 'give' }),
  // a command outside of the palette needs none
  defineCommand({ id: 'case.assign', title: 'Assign', group: 'Assign', hidden: true }),
]

export const when = [
  inView('queue'),
  // @ts-expect-error -- no surface has this name
  inView('queues'),
  // @ts-expect-error -- no overlay has this name
  inOverlay('popup'),
  // @ts-expect-error -- no atom has this name
  flag('isTyping'),
]

export const contexts: readonly KeyContext[] = [
  'queue list',
  'queue triage',
  'alert drawer',
  // @ts-expect-error -- a surface that no command knows
  'queues list',
]

export const drawers = [
  () => openDrawer('quality review', { platform: 'demo' }),
  // @ts-expect-error -- no drawer has this name
  () => openDrawer('third look', { platform: 'demo' }),
  // @ts-expect-error -- what another drawer is opened with
  () => openDrawer('quality review', { caseId: '1' }),
  // @ts-expect-error -- without what it shows
  () => openDrawer('quality review'),
]

/** True if something in a value does not outlive a reload, so far down as values of drawers go. */
type IsLost<T, Depth extends 1[] = []> = Depth['length'] extends 6
  ? false
  : T extends (...args: never) => unknown
    ? true
    : T extends readonly (infer Item)[]
      ? IsLost<Item, [...Depth, 1]>
      : T extends object
        ? { [K in keyof T]-?: IsLost<T[K], [...Depth, 1]> }[keyof T]
        : false
type LostDrawers = { [N in DrawerName]: true extends IsLost<DrawerValues[N]> ? N : never }[DrawerName]
export type DrawersOutliveReload = True<Equal<LostDrawers, never>>
export type FunctionIsLost = True<Equal<true extends IsLost<{ a?: { b: (() => void) | null }[] }> ? 1 : 0, 1>>
export type DataIsNotLost = True<Equal<true extends IsLost<{ a?: { b: string | null }[] }> ? 1 : 0, 0>>
