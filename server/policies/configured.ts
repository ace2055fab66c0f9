/** Policies from configuration: every setting except addresses and paths. */
import { valueInWords, withUnit, type ListedPolicy, type PolicyValue } from '#contract/model/administration/policy.ts'
import { findPlatform } from '#contract/model/platform.ts'
import type { Role } from '#contract/model/values.ts'
import { SETTINGS } from '#server/core/config.ts'
import { DATA_POLICIES, type DataPolicyId } from './registry.ts'
import type { PolicySource } from './source.ts'

interface Words {
  group: string
  title: string
  text: string
  unit?: string
  /** The text of an unset or empty value. */
  none?: string
  /** Values that are not shown as they are set, and how they are shown. */
  values?: Readonly<Record<string, string>>
  /** Shows a value that is no number, text or list. */
  show?: (value: never) => string
}

/** Addresses, paths and secrets; all other settings are policies. */
const PLUMBING =
  /^(PORT|HOST|DATA_DIR|DATABASE_\w+|DEMO|OIDC_(ISSUER|CLIENT_ID|SCOPE)|PUBLIC_URL|SPA_HOSTS|ASSISTANT_(BASE_URL|MODEL)|MAIL_FROM|CATALOGUE_ONLY|SERVICE_WORKER|TRUSTED_PROXIES|LOG_LEVEL)$|KEY|SECRET|TOKEN|PASSWORD|_URL$/

/** The default of a policy that each platform can change: it is shown like the policy. */
const DEFAULTS: Readonly<Record<string, DataPolicyId>> = {
  BULK_CLOSE_LIMIT: 'bulkCloseLimit',
  BULK_CLOSE_MINUTES: 'bulkCloseMinutes',
  SANCTIONS_RELEASE_SCORE: 'sanctionsReleaseScore',
  PRECEDENT_GUARD: 'precedentGuard',
  PRECEDENT_SHARE: 'precedentShare',
  PRECEDENT_LEAST: 'precedentLeast',
  UNREAD_FACTS: 'unreadFacts',
  FACTS_MINUTES: 'factsMinutes',
  FACTS_OFFLINE_MINUTES: 'factsOfflineMinutes',
  SAMPLE_LEAST: 'sampleLeast',
  STACK_SAMPLING: 'stackSampling',
  STACK_SAMPLING_LEAST: 'stackSamplingLeast',
}

const ROLES: Readonly<Record<Role, string>> = {
  analyst: 'Analysts',
  manager: 'Managers',
  document_admin: 'Document administrators',
  admin: 'Administrators',
  super_admin: 'Super administrators',
}

/** Terms by platform; `=` before one asks for the whole word. */
const termsInWords = (terms: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(terms)
    .map(([platform, each]) => {
      const name = platform === '*' ? 'Other platforms' : (findPlatform(platform)?.label ?? platform)
      const words = each.map((term) => (term.startsWith('=') ? `${term.slice(1)} (whole word)` : term))
      return `${name}: ${words.join(', ') || 'none'}`
    })
    .join('; ')

type Scanner = { path: string } | { host: string; port: string }
const scannerInWords = (at: Scanner) => ('path' in at ? `Socket ${at.path}` : `${at.host}, port ${at.port}`)

/** A setting without words is listed by its name. */
const WORDS: Readonly<Record<string, Words>> = {
  FOUR_EYES: {
    group: 'Four eyes',
    title: 'Actions that need a second person',
    text: 'Forms are approved by a second person in any case.',
    none: 'None',
    values: {
      rules: 'Changes of rules',
      str: 'Recommending an STR',
      'str-reject': 'Closing without an STR',
      allowlists: 'Allowlists',
      hardstop: 'Resolving a hard stop',
      bulk: 'Bulk closes',
      sanctions: 'Sanctions decisions',
      access: 'Administrator rights',
      forms: 'Approval of forms',
    },
  },
  OIDC_ROLES_CLAIM: {
    group: 'Access',
    title: 'Roles come from the claim',
    text: 'At every sign-in an account gets the roles that this claim of the identity provider names.',
    none: 'Roles are kept here',
  },
  OIDC_PLATFORMS_CLAIM: {
    group: 'Access',
    title: 'Platforms come from the claim',
    text: 'At every sign-in an account gets the platforms that this claim of the identity provider names.',
    none: 'Platforms are kept here',
  },
  DEMO_SIGN_IN: {
    group: 'Access',
    title: 'Demo accounts without a password',
    text: 'On a database that somebody brought.',
  },
  ASSISTANT_ROLES: {
    group: 'Access',
    title: 'Who may ask the assistant',
    text: 'Any of these roles is enough.',
    none: 'Nobody',
    values: ROLES,
  },
  SESSION_HOURS: {
    group: 'Sessions and devices',
    title: 'Session without a refresh',
    text: 'An unused session ends after this time.',
    unit: 'hours',
  },
  SESSION_MAX_HOURS: {
    group: 'Sessions and devices',
    title: 'Longest session',
    text: 'However often it is refreshed, a session ends after this time.',
    unit: 'hours',
  },
  LOCK_MINUTES: {
    group: 'Sessions and devices',
    title: 'Lock after inactivity',
    text: 'The workbench locks after this time without a key. It may be off in a demo only.',
    unit: 'minutes',
    values: { 0: 'Never' },
  },
  OFFLINE_HOURS: {
    group: 'Sessions and devices',
    title: 'Offline use',
    text: 'A device can be unlocked without the server for this time; then its data are destroyed.',
    unit: 'hours',
  },
  OFFLINE_UNLOCK: {
    group: 'Sessions and devices',
    title: 'Offline unlock',
    text: 'Whether a passkey or passphrase is offered, required, or replaced by a key on the device.',
    values: {
      offered: 'Passkey or passphrase, offered',
      required: 'Passkey or passphrase, required',
      device: 'Key on the device',
    },
  },
  HOLD_SECONDS: {
    group: 'Decisions',
    title: 'Undo window',
    text: 'A decision is held for this time before it is sent.',
    unit: 'seconds',
    values: { 0: 'None: decisions are sent at once' },
  },
  DWELL_MS: {
    group: 'Decisions',
    title: 'Minimum view time in triage',
    text: 'A decision sooner than this after its alert appeared is refused.',
    unit: 'milliseconds',
    values: { 0: 'None' },
  },
  TIPPING_OFF_WORDS: {
    group: 'Decisions',
    title: 'Tipping-off words',
    text: 'A message to a customer with one of these words needs a reason.',
    none: 'The built-in lists in ten languages',
    show: termsInWords,
  },
  CONTRADICTED_CLAIMS: {
    group: 'Decisions',
    title: 'Template that the facts contradict',
    text: 'Whether its note is refused, or asks for a reason.',
    values: { refuse: 'Refuse', ask: 'Ask for a reason' },
  },
  SANCTIONS_LIST: {
    group: 'Screening',
    title: 'Lists that are screened against',
    text: 'Files or folders, comma-separated.',
    none: 'A made-up list',
  },
  CLAMD: {
    group: 'Files',
    title: 'Virus scanner',
    text: 'Scans every upload before it is stored.',
    none: 'None: uploads are not scanned',
    show: scannerInWords,
  },
  AUDIT_HEADS: {
    group: 'Audit',
    title: 'Signed heads are sent to',
    text: 'A signed head of the audit leaves every night.',
    none: 'Nowhere: they stay in the data directory',
  },
  RATE_LIMIT: { group: 'Limits', title: 'Requests of an account', text: 'In a minute.', unit: 'requests a minute' },
  SIGN_IN_LIMIT: {
    group: 'Limits',
    title: 'Steps of signing in from an address',
    text: 'A sign-in takes three.',
    unit: 'steps a minute',
  },
}

const nameOf = (setting: string) => {
  const words = setting.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** An address without what opens it: credentials, and a query, which may hold a key. */
function withoutCredentials(text: string): string {
  if (!text.includes('://') || !URL.canParse(text)) return text
  const url = new URL(text)
  const hasMore = url.search !== '' || url.hash !== ''
  if (url.username === '' && url.password === '' && !hasMore) return text
  url.username = ''
  url.password = ''
  url.search = ''
  url.hash = ''
  return hasMore ? `${url.href}?…` : url.href
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)

function shownOf(value: unknown, { unit = '', none = 'Not set', values = {}, show }: Partial<Words>): string {
  if (isEmpty(value)) return none
  if (show) return show(value as never)
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (typeof value === 'number') return values[value] ?? withUnit(value, unit)
  const texts = (Array.isArray(value) ? value : [value]).map(String)
  return texts.map((text) => values[text] ?? withoutCredentials(text)).join(', ')
}

function inWords(setting: string, value: unknown): Pick<ListedPolicy, 'group' | 'title' | 'text' | 'shown'> {
  const id = DEFAULTS[setting]
  if (id) {
    const { group, title, field } = DATA_POLICIES[id]
    const text = 'What counts on platforms without a value of their own.'
    return { group, title: `${title} (default)`, text, shown: valueInWords(field, value as PolicyValue) }
  }
  const {
    group = 'Other settings',
    title = nameOf(setting),
    text = 'A setting of the server.',
    ...words
  } = WORDS[setting] ?? {}
  return { group, title, text, shown: shownOf(value, words) }
}

const toPolicy = (setting: string, value: unknown): ListedPolicy => ({
  id: setting,
  ...inWords(setting, value),
  field: null,
  value: null,
  where: setting,
  isConfiguration: true,
  version: 0,
  changedBy: null,
  changedAt: null,
})

/** Read-only: they are changed in the environment of the server, and count from its next start. */
export const configuredPolicies: PolicySource = {
  list: async (_, { config }) =>
    SETTINGS.filter((name) => !PLUMBING.test(name)).map((name) => toPolicy(name, config.given[name])),
}
