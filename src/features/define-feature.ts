/** The declarations of a feature in its `feature.ts`; `src/app/features.ts` lists the features. */
import type { ComponentType } from 'react'
import type { Role } from '#contract/model/values.ts'
import type { Command, Plan } from '#src/commands/command.ts'
import type { View } from '#src/commands/names.ts'
import type { RecordKind } from '#src/commands/palette/record-kinds.ts'
import type { Hit, HitKind } from '#src/commands/ports.ts'
import type { Registry } from '#src/commands/registry.ts'
import type { Data } from '#src/data/data.ts'
import type { DrawerName, DrawerValues } from '#src/ui/overlay/drawer-store.ts'
import type { Session } from './sign-in/public.ts'

/** The state that each feature makes for a window, by the feature's name: extended in its `feature.ts`. */
// oxlint-disable-next-line typescript/no-empty-object-type -- features add theirs
export interface FeatureStates {}
export type StateName = keyof FeatureStates

/** The parts of a window that its features receive. */
export interface FeatureWindow {
  readonly data: Data
  /** The signed-in user with platforms; undefined before it is known. */
  session(): Session | undefined
  /** The platform that is worked on. */
  platform(): string
  /** The usage weight of a key of `frecency`. */
  weightOf(key: string): number
  /** All commands, once they are there. */
  registry(): Registry
  /** Sets the check that every plan passes. */
  guardBy(guard: (plan: Plan) => Plan): void
  /** Tells of what commands write from here on, and of what is withdrawn. */
  follow(writes: WriteListener): void
}

export interface WriteListener {
  wrote(group: string, kinds: readonly string[]): void
  /** It was taken back whole. */
  withdrew(group: string): void
}

/** Section ids as in the specification; 5 is also the test page's, 7 is ours. */
export type Section = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

/** One row of the table of routes. */
export interface Screen {
  /** Below `/admin/{platform}`; parameters in braces, trailing slash as specified. */
  path: string
  /** The specification's name where it gives one. */
  name: string
  title: string
  /** The tab that lights up; none by default. */
  section?: Section
  /** It is the target of its section's tab, at this place from the left. */
  tab?: number
  /** The path of the list that a row's screen leads to on another platform; that of its section by default. */
  list?: string
  /** Those who may open it, everybody by default; others see the no-permission page. */
  only?: readonly Role[]
  /** The surface's name for the key dispatcher. */
  view?: View
  /** The keys of lists work on its surface. */
  hasList?: boolean
  load: () => Promise<ComponentType>
}

/** A screen outside of the workbench. */
export type Page = Pick<Screen, 'path' | 'name' | 'title' | 'load'>

export interface DrawerProps<V = unknown> {
  /** The value of the drawer. */
  value: V
  onClose: () => void
}

export interface Drawer<V = unknown> {
  title: string | ((value: V) => string)
  load: () => Promise<ComponentType<DrawerProps<V>>>
  context?: 'alert drawer'
}

interface Definition<Name extends string, Needs extends StateName> {
  /** The key of its state; none without a state. */
  name?: Name
  /** The states that `create` reads; their features stand before this one. */
  needs?: readonly Needs[]
  /** Makes its state for a window. */
  create?: (
    window: FeatureWindow,
    made: Pick<FeatureStates, Needs>,
  ) => Name extends StateName ? FeatureStates[Name] : never
  /** The commands that the first rows need, from the first load. */
  firstCommands?: (window: FeatureWindow, states: FeatureStates) => readonly Command[]
  /** All others, from parts of the program that are loaded after the first rows. */
  commands?: (window: FeatureWindow, states: FeatureStates) => Promise<readonly Command[]>
  /** Palette results beside commands, best first; from this device, so offline too. */
  search?: (window: FeatureWindow, states: FeatureStates, query: string, kinds: readonly HitKind[]) => readonly Hit[]
  /** The check that every plan passes, until `guardBy` sets another. */
  checkPlan?: (plan: Plan) => Plan
  /** The names of surfaces in texts about the place of a command; as their first screen in small letters by default. */
  views?: Partial<Record<View, string>>
  /** The kinds of records that it owns, as the palette lists them. */
  kinds?: Partial<Record<HitKind, RecordKind>>
  drawers?: { readonly [N in DrawerName]?: Drawer<DrawerValues[N]> }
  screens?: readonly Screen[]
  /** Screens outside of the workbench. */
  pages?: readonly Page[]
}

/** A feature as `app` reads it, whatever its state. */
export interface Feature extends Pick<
  Definition<string, never>,
  'name' | 'firstCommands' | 'commands' | 'search' | 'checkPlan' | 'views' | 'kinds' | 'screens' | 'pages'
> {
  needs?: readonly string[]
  create?: (window: FeatureWindow, made: never) => unknown
  drawers?: object
}

/** Declares a feature: the one place where its screens, surfaces, drawers and commands are registered. */
export const defineFeature = <const Name extends string, const Needs extends StateName = never>(
  definition: Definition<Name, Needs>,
): Feature => definition
