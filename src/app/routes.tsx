// The specification's table of routes, one line a screen. `router.tsx` builds the router from it, the shell its tabs
// and titles, and a test holds it against the specification.
import type { ComponentType } from 'react'
import { ADMINISTRATORS, MANAGERS } from '#contract/model/roles.ts'
import type { Role } from '#contract/model/values.ts'
import { ForbiddenScreen, ServerErrorPage } from '#src/app/shell/error-pages.tsx'
import type { View } from '#src/commands/dispatcher/when.ts'
import { SECTIONS } from '#src/features/administration/links.ts'

type Screen = () => Promise<ComponentType>

export interface ScreenRoute {
  /** Below `/admin/{platform}`; parameters in braces, trailing slash as specified. */
  path: string
  /** The specification's name where it gives one. */
  name: string
  title: string
  /** The active tab; null for none. */
  section: Section | null
  /** Others see the no-permission page. */
  only: readonly Role[] | undefined
  /** The surface's name for the key dispatcher. */
  view: View | null
  screen: Screen
}

/** Section ids as in the specification; 5 is also the test page's, 7 is ours. */
export type Section = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

const session = {
  home: () => import('#src/features/sign-in/home.screen.tsx').then((m) => m.HomeScreen),
  authorize: () => import('#src/features/sign-in/authorize.screen.tsx').then((m) => m.AuthorizeScreen),
  redirect: () => import('#src/features/sign-in/redirect.screen.tsx').then((m) => m.RedirectScreen),
  logout: () => import('#src/features/sign-in/logout.screen.tsx').then((m) => m.LogoutScreen),
  notFound: () => import('#src/features/sign-in/not-found.screen.tsx').then((m) => m.NotFoundScreen),
}
const work = {
  queue: () => import('#src/features/queue/queue.screen.tsx').then((m) => m.QueueOrTriageScreen),
  case: () => import('#src/features/cases/detail/case.screen.tsx').then((m) => m.CaseScreen),
  customers: () => import('#src/features/customers/customers.screen.tsx').then((m) => m.CustomersScreen),
  accountAlerts: () =>
    import('#src/features/account-alerts/account-alerts.screen.tsx').then((m) => m.AccountAlertsScreen),
  customer: () => import('#src/features/customers/customer.screen.tsx').then((m) => m.CustomerScreen),
  ticketTemplates: () => import('#src/features/helpdesk/templates.screen.tsx').then((m) => m.TicketTemplatesScreen),
  unmatched: () => import('#src/features/helpdesk/inbox/unmatched.screen.tsx').then((m) => m.UnmatchedScreen),
  forms: () => import('#src/features/forms/list.screen.tsx').then((m) => m.FormsScreen),
  form: () => import('#src/features/forms/form.screen.tsx').then((m) => m.FormScreen),
  templates: () => import('#src/features/templates/templates.screen.tsx').then((m) => m.TemplatesScreen),
  rules: () => import('#src/features/rules/list/rules.screen.tsx').then((m) => m.RulesScreen),
  rule: () => import('#src/features/rules/rule.screen.tsx').then((m) => m.RuleScreen),
  revision: () => import('#src/features/rules/revision/revision.screen.tsx').then((m) => m.RevisionScreen),
  allowlists: () => import('#src/features/allowlists/list.screen.tsx').then((m) => m.AllowlistsScreen),
  allowlist: () => import('#src/features/allowlists/editor/editor.screen.tsx').then((m) => m.AllowlistScreen),
  allowlistVersion: () =>
    import('#src/features/allowlists/editor/editor.screen.tsx').then((m) => m.AllowlistVersionScreen),
  models: () => import('#src/features/model-settings/list.screen.tsx').then((m) => m.ModelSettingsScreen),
  model: () => import('#src/features/model-settings/editor.screen.tsx').then((m) => m.ModelSettingScreen),
  outbox: () => import('#src/features/outbox/outbox.screen.tsx').then((m) => m.OutboxScreen),
  conflicts: () => import('#src/features/outbox/conflicts.screen.tsx').then((m) => m.ConflictsScreen),
  security: () => import('#src/features/vault/security.screen.tsx').then((m) => m.SecurityScreen),
  keyboard: () => import('#src/features/keymap/keyboard.screen.tsx').then((m) => m.KeyboardScreen),
  dashboard: () => import('#src/features/dashboard/dashboard.screen.tsx').then((m) => m.DashboardScreen),
  reports: () => import('#src/features/reports/reports.screen.tsx').then((m) => m.ReportsScreen),
  contracts: () => import('#src/features/contracts/contracts.screen.tsx').then((m) => m.ContractsScreen),
  screening: () => import('#src/features/screening/screening.screen.tsx').then((m) => m.ScreeningScreen),
  team: () => import('#src/features/workload/workload.screen.tsx').then((m) => m.WorkloadScreen),
  overview: () => import('#src/features/overview/overview.screen.tsx').then((m) => m.OverviewScreen),
  trend: () => import('#src/features/trend/trend.screen.tsx').then((m) => m.TrendScreen),
  handover: () => import('#src/features/handover/handover.screen.tsx').then((m) => m.HandoverScreen),
  hours: () => import('#src/features/business-hours/business-hours.screen.tsx').then((m) => m.BusinessHoursScreen),
  quality: () => import('#src/features/quality/quality.screen.tsx').then((m) => m.QualityScreen),
  approvals: () => import('#src/features/approvals/approvals.screen.tsx').then((m) => m.ApprovalsScreen),
  test: () => import('#src/features/diagnostics/test.screen.tsx').then((m) => m.TestScreen),
  gallery: () => import('#src/features/diagnostics/gallery/gallery.screen.tsx').then((m) => m.GalleryScreen),
}
const openDoc = () => import('#src/features/documents/open-doc.screen.tsx').then((m) => m.OpenDocScreen)
const errors = {
  // in the first load: they also replace code that could not be fetched
  server: () => Promise.resolve(ServerErrorPage),
  forbidden: () => Promise.resolve(ForbiddenScreen),
}

export interface TopRoute {
  path: string
  name: string
  title: string
  screen: Screen
}

export const TOP_ROUTES: readonly TopRoute[] = [
  { path: '/', name: 'home', title: 'Sign in', screen: session.home },
  { path: '/authorize', name: 'authorize', title: 'Signing in', screen: session.authorize },
  { path: '/redirect', name: 'redirect', title: 'Redirect', screen: session.redirect },
  { path: '/open-doc/{uud}', name: 'openDoc', title: 'Document', screen: openDoc },
  { path: '/logout', name: 'logout', title: 'Signed out', screen: session.logout },
  { path: '/notFound', name: 'notFound', title: 'Not found', screen: session.notFound },
]

type Row = [path: string, name: string, title: string, Section | null, View | null, Screen, ScreenRoute['only']?]

/** Each under its own name. */
const SECTION_ROWS = SECTIONS.map(({ section, title }): Row => {
  const screen = () => import('./administration-screens.ts').then((m) => m.SCREENS[section])
  return [`administration/${section}`, section, title, null, section, screen, ADMINISTRATORS]
})

// path, name, title, section, view, screen, only for
const ROWS: readonly Row[] = [
  ['dashboard/', 'dashboard', 'Dashboard', 0, 'dashboard', work.dashboard, ADMINISTRATORS],
  ['cases/', 'cases', 'Transactions', 1, 'queue', work.queue],
  ['case/{caseId}', 'case', 'Case', 1, 'case', work.case],
  ['rules/', 'rules', 'Rules', 2, 'rules', work.rules],
  ['rules/{ruleId}', 'rule', 'Rule', 2, 'rule', work.rule],
  ['revision/{revisionId}', 'revision', 'Rule revision', 2, 'revisions', work.revision],
  ['rule/add', 'newRule', 'New rule', 2, 'rule', work.rule],
  ['allowlists', 'allowlists', 'Allow lists', 3, 'allowlists', work.allowlists],
  ['allowlists/add', 'newAllowlist', 'New allow list', 3, 'allowlist', work.allowlist],
  ['{allowlistId}/{ruleId}', 'allowlist', 'Allow list', 3, 'allowlist', work.allowlist],
  [
    'allowlists/version/{allowlistId}/{ruleId}',
    'allowlistVersion',
    'Allow list version',
    3,
    'allowlist',
    work.allowlistVersion,
  ],
  ['reports', 'reports', 'Data', 4, 'reports', work.reports],
  ['customers/', 'customers', 'Clients', 5, 'customers', work.customers],
  ['customers/customer/{customerId}', 'customer', 'Client', 5, 'customer', work.customer],
  ['test/', 'testPage', 'Test', 5, 'test', work.test, ADMINISTRATORS],
  ['contracts/', 'contracts', 'Contracts', 6, 'contracts', work.contracts, ADMINISTRATORS],
  ['model-setting', 'modelSetting', 'Model settings', null, 'models', work.models],
  ['add-model-setting', 'newModelSetting', 'New model configuration', null, 'models', work.model],
  ['item-model-setting/{id}', 'modelSettingItem', 'Model configuration', null, 'models', work.model],
  ['zoho-form', 'ZohoForm', 'Ticket templates', null, 'ticketTemplates', work.ticketTemplates],
  ['500', 'serverError', 'Something went wrong', null, null, errors.server],
  ['403', 'forbidden', 'No permission', null, null, errors.forbidden],
  // ours
  ['test/gallery', 'gallery', 'Gallery', null, null, work.gallery, ADMINISTRATORS],
  ['account-alerts/', 'accountAlerts', 'Account alerts', 5, 'accountAlerts', work.accountAlerts],
  ['screening/', 'screening', 'Sanctions hits', 5, 'screening', work.screening],
  ['forms/{formType}', 'forms', 'SAR and EDD forms', 5, 'forms', work.forms],
  ['form/{uuid}', 'form', 'SAR or EDD form', 5, 'form', work.form],
  ['unmatched', 'unmatched', 'Unmatched messages', 5, 'unmatched', work.unmatched],
  ['templates', 'templates', 'Templates', null, 'templates', work.templates],
  ['outbox', 'outbox', 'Outbox', null, 'outbox', work.outbox],
  ['conflicts', 'conflicts', 'Conflicts', null, 'conflicts', work.conflicts],
  ['team', 'team', 'Team', 7, 'team', work.team, MANAGERS],
  ['team/overview', 'overview', 'Overview', 7, 'overview', work.overview, MANAGERS],
  ['team/approvals', 'approvals', 'Approvals', 7, 'approvals', work.approvals],
  ['team/trend', 'trend', 'Trend', 7, 'trend', work.trend, MANAGERS],
  ['team/quality', 'quality', 'Quality', 7, 'quality', work.quality],
  ['team/handover', 'handover', 'Handover', 7, 'handover', work.handover, MANAGERS],
  ['team/hours', 'hours', 'Business hours', 7, 'hours', work.hours],
  ...SECTION_ROWS,
  ['settings/security', 'security', 'Security', null, null, work.security],
  ['settings/keyboard', 'keyboardSettings', 'Keyboard', null, 'settings', work.keyboard],
]

export const SCREENS: readonly ScreenRoute[] = ROWS.map(([path, name, title, section, view, screen, only]) => ({
  path,
  name,
  title,
  section,
  view,
  screen,
  only,
}))

/** Has all its commands from the start. */
export const FIRST_SCREEN = 'cases'

/** The tabs in their order; each lights up for its section. */
export const TABS: readonly {
  label: string
  section: Section
  path: string
  only?: readonly Role[]
}[] = [
  { label: 'Clients', section: 5, path: 'customers/' },
  { label: 'Transactions', section: 1, path: 'cases/' },
  { label: 'Contracts', section: 6, path: 'contracts/', only: ADMINISTRATORS },
  { label: 'Rules', section: 2, path: 'rules/' },
  { label: 'Allow lists', section: 3, path: 'allowlists' },
  { label: 'Data', section: 4, path: 'reports' },
  { label: 'Team', section: 7, path: 'team', only: MANAGERS },
]

/** An id as servers make them: digits, a UUID, or a name with a digit in it; `cases/foo` is none. */
export const isId = (text: string): boolean => /^(?=.*\d)[\w*-]{1,64}$/.test(text)

/** Address of a screen on a platform. */
export const adminPath = (platform: string, path: string): string => `/admin/${encodeURIComponent(platform)}/${path}`

/** The screen of a set of matches, outermost first; undefined outside the admin area. */
export const screenOf = (
  matches: readonly { staticData: { screen?: ScreenRoute | undefined } }[],
): ScreenRoute | undefined => matches.at(-1)?.staticData.screen
