/** Policies from configuration: every setting except addresses and paths. */
import type { ListedPolicy } from '#contract/model/administration/policy.ts'
import { SETTINGS } from '#server/core/config.ts'
import type { PolicySource } from './source.ts'

interface Words {
  group: string
  title: string
  text: string
  unit?: string
  /** The text of an unset or empty value. */
  none?: string
}

/** Addresses, paths and secrets; all other settings are policies. */
const PLUMBING =
  /^(PORT|HOST|DATA_DIR|DATABASE_\w+|DEMO|OIDC_(ISSUER|CLIENT_ID|SCOPE)|PUBLIC_URL|SPA_HOSTS|ASSISTANT_(BASE_URL|MODEL)|MAIL_FROM|CATALOGUE_ONLY|SERVICE_WORKER|TRUSTED_PROXIES|LOG_LEVEL)$|KEY|SECRET|TOKEN|PASSWORD|_URL$/

/** A setting without words is listed by its name. */
const WORDS: Readonly<Record<string, Words>> = {
  FOUR_EYES: {
    group: 'Four eyes',
    title: 'Actions that need a second person',
    text: 'Forms are approved by a second person in any case.',
    none: 'None',
  },
  BULK_CLOSE_LIMIT: {
    group: 'Four eyes',
    title: 'Bulk close: alerts (default)',
    text: 'What counts on platforms without a value of their own.',
    unit: 'alerts',
  },
  BULK_CLOSE_MINUTES: {
    group: 'Four eyes',
    title: 'Bulk close: time (default)',
    text: 'What counts on platforms without a value of their own.',
    unit: 'minutes',
  },
  SANCTIONS_RELEASE_SCORE: {
    group: 'Four eyes',
    title: 'Release of a sanctions hit: match score (default)',
    text: 'What counts on platforms without a value of their own.',
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
  ASSISTANT_ROLES: { group: 'Access', title: 'Who may ask the assistant', text: 'Any of these roles is enough.' },
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
    text: 'The workbench locks after this time without a key. 0 means never, in a demo only.',
    unit: 'minutes',
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
  },
  HOLD_SECONDS: {
    group: 'Decisions',
    title: 'Undo window',
    text: 'A decision is held for this time before it is sent.',
    unit: 'seconds',
  },
  DWELL_MS: {
    group: 'Decisions',
    title: 'Minimum view time in triage',
    text: 'A decision sooner than this after its alert appeared is refused.',
    unit: 'ms',
  },
  TIPPING_OFF_WORDS: {
    group: 'Decisions',
    title: 'Tipping-off words',
    text: 'A message to a customer with one of these words needs a reason.',
    none: 'The built-in lists in ten languages',
  },
  CONTRADICTED_CLAIMS: {
    group: 'Decisions',
    title: 'Template that the facts contradict',
    text: 'Whether it is refused, or asks for a reason (ask).',
  },
  PRECEDENT_GUARD: {
    group: 'Decisions',
    title: 'Decision against precedent (default)',
    text: 'What counts on platforms without a value of their own.',
  },
  PRECEDENT_SHARE: {
    group: 'Decisions',
    title: 'Precedent: share (default)',
    text: 'What counts on platforms without a value of their own.',
  },
  STACK_SAMPLING: {
    group: 'Decisions',
    title: 'Stacks: sampling rate (default)',
    text: 'What counts on platforms without a value of their own.',
    unit: '%',
  },
  STACK_SAMPLING_LEAST: {
    group: 'Decisions',
    title: 'Stacks: least number (default)',
    text: 'What counts on platforms without a value of their own.',
    unit: 'alerts',
  },
  PRECEDENT_LEAST: {
    group: 'Decisions',
    title: 'Precedent: least number (default)',
    text: 'What counts on platforms without a value of their own.',
    unit: 'alerts',
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
  },
  AUDIT_HEADS: {
    group: 'Audit',
    title: 'Signed heads are sent to',
    text: 'A signed head of the audit leaves every night.',
    none: 'Nowhere: they stay in the data directory',
  },
  RATE_LIMIT: { group: 'Limits', title: 'Requests of an account', text: 'In a minute.', unit: 'a minute' },
  SIGN_IN_LIMIT: {
    group: 'Limits',
    title: 'Steps of signing in from an address',
    text: 'A sign-in takes three.',
    unit: 'a minute',
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

function shownOf(value: unknown, { unit, none = 'Not set' }: Partial<Words>): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (Array.isArray(value))
    return value.length === 0 ? none : value.map((one) => withoutCredentials(String(one))).join(', ')
  if (value === undefined || value === null) return none
  if (typeof value === 'object') {
    const entries = Object.entries(value)
    return entries.length === 0
      ? none
      : entries.map(([key, one]) => `${key}: ${withoutCredentials(String(one))}`).join('; ')
  }
  const text = typeof value === 'string' ? withoutCredentials(value) : JSON.stringify(value)
  return unit === undefined ? text : `${text} ${unit}`
}

function toPolicy(setting: string, value: unknown): ListedPolicy {
  const words = WORDS[setting]
  return {
    id: setting,
    group: words?.group ?? 'Other settings',
    title: words?.title ?? nameOf(setting),
    text: words?.text ?? 'A setting of the server.',
    field: null,
    value: null,
    shown: shownOf(value, words ?? {}),
    where: setting,
    isConfiguration: true,
    version: 0,
    changedBy: null,
    changedAt: null,
  }
}

/** Read-only: they are changed in the environment of the server, and count from its next start. */
export const configuredPolicies: PolicySource = {
  list: async (_, { config }) =>
    SETTINGS.filter((name) => !PLUMBING.test(name)).map((name) => toPolicy(name, config.given[name])),
}
