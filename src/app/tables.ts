// The declarations of the features, as the tables that the window is made from.
import type { Drawer, Feature, Page, Screen } from '#src/features/define-feature.ts'

export const screensOf = (features: readonly Feature[]): readonly Screen[] =>
  features.flatMap(({ screens = [] }) => screens)

export const pagesOf = (features: readonly Feature[]): readonly Page[] => features.flatMap(({ pages = [] }) => pages)

/** By name, with the stored value: that of `openDrawer`, or of an earlier page of this tab. */
export const drawersOf = (features: readonly Feature[]): Readonly<Record<string, Drawer>> =>
  Object.assign({}, ...features.map(({ drawers }) => drawers)) as Readonly<Record<string, Drawer>>
