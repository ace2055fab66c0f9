// The features of one window: their states, in the order of the list, and what the window asks of all of them.
import type { Command, Plan } from '#src/commands/command.ts'
import { nameViews } from '#src/commands/dispatcher/view-labels.ts'
import { declareKinds } from '#src/commands/palette/record-kinds.ts'
import type { Hit, HitKind } from '#src/commands/ports.ts'
import type { Feature, FeatureStates, FeatureWindow, WriteListener } from '#src/features/define-feature.ts'
import { FEATURES } from './features.ts'

export interface Features extends WriteListener {
  states: FeatureStates
  /** Those that the first screen needs. */
  commands: readonly (readonly Command[])[]
  /** All others, from parts of the program that are loaded after the first screen. */
  laterCommands(): Promise<readonly (readonly Command[])[]>
  /** The check that every plan passes before it is carried out. */
  checkPlan: (plan: Plan) => Plan
  /** Palette results beside commands; from this device, so offline too. */
  search(query: string, kinds: readonly HitKind[]): readonly Hit[]
}

/** @throws if a feature stands before one that it needs. */
export function createFeatures(
  around: Omit<FeatureWindow, 'guardBy' | 'follow'>,
  features: readonly Feature[] = FEATURES,
): Features {
  const listeners: WriteListener[] = []
  let checkPlan = features.find((one) => one.checkPlan)?.checkPlan ?? ((plan: Plan) => plan)
  const window: FeatureWindow = {
    ...around,
    guardBy: (guard) => (checkPlan = guard),
    follow: (listener) => void listeners.push(listener),
  }
  const made: Record<string, unknown> = {}
  for (const { name, needs = [], create, views, kinds, screens = [] } of features) {
    const missing = needs.find((need) => !(need in made))
    if (missing !== undefined) throw new Error(`${name} needs ${missing}, which must stand before it`)
    // the first screen of a surface names it
    for (const { view, title } of screens.toReversed()) if (view) nameViews({ [view]: title.toLowerCase() })
    nameViews(views ?? {})
    declareKinds(kinds)
    if (create && name) made[name] = create(window, made as never)
  }
  const states = made as unknown as FeatureStates
  return {
    states,
    commands: features.flatMap(({ firstCommands }) => (firstCommands ? [firstCommands(window, states)] : [])),
    laterCommands: () => Promise.all(features.flatMap(({ commands }) => (commands ? [commands(window, states)] : []))),
    checkPlan: (plan) => checkPlan(plan),
    search: (query, kinds) => features.flatMap(({ search }) => search?.(window, states, query, kinds) ?? []),
    wrote: (...written) => listeners.forEach((listener) => listener.wrote(...written)),
    withdrew: (group) => listeners.forEach((listener) => listener.withdrew(group)),
  }
}
