// The specification's table of routes, one line a screen. `router.tsx` builds the router from it, the shell its tabs
// and titles, and a test holds it against the specification.
import type { ComponentType } from 'react'
import type { View } from '#src/commands/when.ts'

type Screen = () => Promise<ComponentType>

export interface ScreenRoute {
  /** Below `/admin/{platform}`; parameters in braces, trailing slash as specified. */
  path: string
  /** The specification's name where it gives one. */
  name: string
  title: string
  /** Which tab is lit; null for none. */
  section: Section | null
  /** Only administrators get in; others see the no-permission page. */
  isAdministrators?: boolean
  /** All parameters have to be ids, or the address is unknown. */
  isIdsOnly?: boolean
  /** What the key dispatcher calls this surface. */
  view: View | null
  /** Where switching the platform leads from here; the screen's own path where nothing is said. */
  onSwitch?: string
  /** Null: not built yet, and the screen says so. */
  screen: Screen | null
}

/** Section ids as in the specification; 5 is also the test page's. */
export type Section = 0 | 1 | 2 | 3 | 4 | 5 | 6

const session = {
  home: () => import('#src/features/session/home.screen.tsx').then((m) => m.HomeScreen),
  authorize: () => import('#src/features/session/authorize.screen.tsx').then((m) => m.AuthorizeScreen),
  redirect: () => import('#src/features/session/redirect.screen.tsx').then((m) => m.RedirectScreen),
  logout: () => import('#src/features/session/logout.screen.tsx').then((m) => m.LogoutScreen),
  notFound: () => import('#src/features/session/not-found.screen.tsx').then((m) => m.NotFoundScreen),
}
const errors = {
  server: () => import('./error-pages.tsx').then((m) => m.ServerErrorScreen),
  forbidden: () => import('./error-pages.tsx').then((m) => m.ForbiddenScreen),
}

export interface TopRoute {
  path: string
  name: string
  title: string
  screen: Screen | null
}

export const TOP_ROUTES: readonly TopRoute[] = [
  { path: '/', name: 'home', title: 'Sign in', screen: session.home },
  { path: '/authorize', name: 'authorize', title: 'Signing in', screen: session.authorize },
  { path: '/redirect', name: 'redirect', title: 'Redirect', screen: session.redirect },
  { path: '/open-doc/{uud}', name: 'openDoc', title: 'Document', screen: null },
  { path: '/logout', name: 'logout', title: 'Signed out', screen: session.logout },
  { path: '/notFound', name: 'notFound', title: 'Not found', screen: session.notFound },
]

// oxfmt-ignore -- a table
export const SCREENS: readonly ScreenRoute[] = [
  {
    path: 'dashboard/',
    name: 'dashboard',
    title: 'Dashboard',
    section: 0,
    view: 'dashboard',
    isAdministrators: true,
    screen: null,
  },
  { path: 'cases/', name: 'cases', title: 'Transactions', section: 1, view: 'queue', screen: null },
  { path: 'case/{caseId}', name: 'case', title: 'Case', section: 1, view: 'case', onSwitch: 'cases/', screen: null },
  { path: 'rules/', name: 'rules', title: 'Rules', section: 2, view: 'rules', screen: null },
  { path: 'rules/{ruleId}', name: 'rule', title: 'Rule', section: 2, view: 'rule', onSwitch: 'rules/', screen: null },
  {
    path: 'revision/{revisionId}',
    name: 'revision',
    title: 'Rule revision',
    section: 2,
    view: 'rule',
    onSwitch: 'rules/',
    screen: null,
  },
  { path: 'rule/add', name: 'newRule', title: 'New rule', section: 2, view: 'rule', screen: null },
  { path: 'allowlists', name: 'allowlists', title: 'Allow lists', section: 3, view: 'allowlists', screen: null },
  {
    path: 'allowlists/add',
    name: 'newAllowlist',
    title: 'New allow list',
    section: 3,
    view: 'allowlist',
    screen: null,
  },
  {
    path: '{allowlistId}/{ruleId}',
    name: 'allowlist',
    title: 'Allow list',
    section: 3,
    view: 'allowlist',
    isIdsOnly: true,
    onSwitch: 'allowlists',
    screen: null,
  },
  {
    path: 'allowlists/version/{allowlistId}/{ruleId}',
    name: 'allowlistVersion',
    title: 'Allow list version',
    section: 3,
    view: 'allowlist',
    onSwitch: 'allowlists',
    screen: null,
  },
  { path: 'reports', name: 'reports', title: 'Data', section: 4, view: 'reports', screen: null },
  { path: 'customers/', name: 'customers', title: 'Clients', section: 5, view: 'customers', screen: null },
  {
    path: 'customers/customer/{customerId}',
    name: 'customer',
    title: 'Client',
    section: 5,
    view: 'customer',
    onSwitch: 'customers/',
    screen: null,
  },
  { path: 'test/', name: 'testPage', title: 'Test', section: 5, view: null, isAdministrators: true, screen: null },
  {
    path: 'contracts/',
    name: 'contracts',
    title: 'Contracts',
    section: 6,
    view: 'contracts',
    isAdministrators: true,
    screen: null,
  },
  { path: 'model-setting', name: 'modelSetting', title: 'Model settings', section: null, view: 'models', screen: null },
  {
    path: 'add-model-setting',
    name: 'newModelSetting',
    title: 'New model configuration',
    section: null,
    view: 'models',
    screen: null,
  },
  {
    path: 'item-model-setting/{id}',
    name: 'modelSettingItem',
    title: 'Model configuration',
    section: null,
    view: 'models',
    onSwitch: 'model-setting',
    screen: null,
  },
  { path: 'zoho-form', name: 'ZohoForm', title: 'Ticket templates', section: null, view: null, screen: null },
  { path: '500', name: 'serverError', title: 'Something went wrong', section: null, view: null, screen: errors.server },
  { path: '403', name: 'forbidden', title: 'No permission', section: null, view: null, screen: errors.forbidden },
  // ours
  {
    path: 'account-alerts/',
    name: 'accountAlerts',
    title: 'Account alerts',
    section: 5,
    view: 'accountAlerts',
    screen: null,
  },
]

/** The tabs in their order; each lights up for its section. */
export const TABS: readonly { label: string; section: Section; path: string; isAdministrators?: boolean }[] = [
  { label: 'Clients', section: 5, path: 'customers/' },
  { label: 'Transactions', section: 1, path: 'cases/' },
  { label: 'Contracts', section: 6, path: 'contracts/', isAdministrators: true },
  { label: 'Rules', section: 2, path: 'rules/' },
  { label: 'Allow lists', section: 3, path: 'allowlists' },
  { label: 'Data', section: 4, path: 'reports' },
]

/** Paths of the screens that only say that they are not built. A test holds this list, so that it can but shrink. */
export const NOT_BUILT: readonly string[] = [...TOP_ROUTES, ...SCREENS]
  .filter(({ screen }) => screen === null)
  .map(({ path }) => path)

/** An id as servers make them: digits, a UUID, or a name with a digit in it; `cases/foo` is none. */
export const isId = (text: string): boolean => /^(?=.*\d)[\w*-]{1,64}$/.test(text)

/** Address of a screen on a platform. */
export const adminPath = (platform: string, path: string): string => `/admin/${encodeURIComponent(platform)}/${path}`

/** The screen of a set of matches, outermost first; undefined outside the admin area. */
export const screenOf = (
  matches: readonly { staticData: { screen?: ScreenRoute | undefined } }[],
): ScreenRoute | undefined => matches.at(-1)?.staticData.screen
