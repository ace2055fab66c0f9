// The table of routes, made of what the features declare. `router.tsx` builds the router from it, the shell its tabs and
// titles, and a test holds it against the specification.
import { ForbiddenScreen, ServerErrorPage } from '#src/app/shell/error-pages.tsx'
import type { Screen } from '#src/features/define-feature.ts'
import { FEATURES } from './features.ts'
import { pagesOf, screensOf } from './tables.ts'

/** In the first load: they also replace code that could not be fetched. */
const ERRORS: readonly Screen[] = [
  { path: '500', name: 'serverError', title: 'Something went wrong', load: () => Promise.resolve(ServerErrorPage) },
  { path: '403', name: 'forbidden', title: 'No permission', load: () => Promise.resolve(ForbiddenScreen) },
]

export const PAGES = pagesOf(FEATURES)

export const SCREENS: readonly Screen[] = [...screensOf(FEATURES), ...ERRORS]

/** Has all its commands from the start. */
export const FIRST_SCREEN = 'cases'

/** The screens with a tab, in the order of the tabs; each lights up for its section. */
export const TABS: readonly Screen[] = SCREENS.filter(({ tab }) => tab !== undefined).toSorted(
  (a, b) => (a.tab ?? 0) - (b.tab ?? 0),
)

/** An id as servers make them: digits, a UUID, or a name with a digit in it; `cases/foo` is none. */
export const isId = (text: string): boolean => /^(?=.*\d)[\w*-]{1,64}$/.test(text)

/** The screen of a set of matches, outermost first; undefined outside the admin area. */
export const screenOf = (matches: readonly { staticData: { screen?: Screen | undefined } }[]): Screen | undefined =>
  matches.at(-1)?.staticData.screen
