/** Everything that can be set from outside, read once from the environment. `docs/operations.md` has the table. */
import { join } from 'node:path'
import * as z from 'zod'
import { OFFLINE_UNLOCKS } from '#contract/calls/sync.ts'
import { DEFAULT_SAMPLING } from '#contract/model/cases/stacks.ts'
import { ROLES } from '#contract/model/values.ts'
import { FOUR_EYES } from './four-eyes.ts'

const flag = z
  .enum(['0', '1'])
  .default('0')
  .transform((value) => value === '1')
const address = z.url({ protocol: /^https?$/ })
const origins = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((each) => each !== ''))
  .pipe(z.array(address.transform((each) => new URL(each).origin)))
const roles = z
  .string()
  .default('admin,super_admin')
  .transform((text) => text.split(/[\s,]+/).filter((each) => each !== ''))
  .pipe(z.array(z.enum(ROLES)))

const fourEyes = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((each) => each !== ''))
  .pipe(z.array(z.enum(FOUR_EYES)))

/** `host:port`, or the path of a socket. */
const clamd = z
  .string()
  .transform((text, context) => {
    if (text.startsWith('/')) return { path: text }
    const [, host, port] = /^\[?([^\]]+?)\]?:(\d{1,5})$/.exec(text) ?? []
    if (host !== undefined && Number(port) > 0 && Number(port) < 65_536) return { host, port: Number(port) }
    context.addIssue({ code: 'custom', message: 'host:port, or the path of a socket' })
    return z.NEVER
  })
  .optional()

/** Lists of terms by platform, as JSON; `*` is the default. */
const wordLists = z
  .string()
  .default('{}')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'JSON: {"paxum": ["word", "=whole word"], "*": []}' })
      return z.NEVER
    }
  })
  .pipe(z.record(z.string(), z.array(z.string().min(1))))

interface Brought {
  DEMO?: 'none' | 'small' | 'large' | undefined
  DATABASE_URL?: string | undefined
  OIDC_ISSUER?: string | undefined
}
/** A configured database is not changed by the demo. */
const demoOf = ({ DEMO, DATABASE_URL, OIDC_ISSUER }: Brought) =>
  DEMO ?? (DATABASE_URL || OIDC_ISSUER ? 'none' : 'small')

const settings = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(4280),
    /** The key that signs heads of the audit, in PEM; without it one in DATA_DIR, made where missing. */
    AUDIT_KEY_FILE: z.string().min(1).optional(),
    /** The nightly destination of the audit's head: `file:/path`, `mailto:address` or a URL that takes JSON. */
    AUDIT_HEADS: z.url({ protocol: /^(file|mailto|https?)$/ }).optional(),
    /** Address to listen on; the demo identity provider insists on loopback. */
    HOST: z.string().min(1).default('127.0.0.1'),
    DATA_DIR: z.string().min(1).default('.data'),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    /** The owner of the database, for migrations, beside a DATABASE_URL whose role owns nothing. */
    DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
    DEMO: z.enum(['none', 'small', 'large']).optional(),
    /** The public address of this server, if it differs. */
    PUBLIC_URL: address.optional(),
    OIDC_ISSUER: address.optional(),
    OIDC_CLIENT_ID: z.string().min(1).default('docket'),
    OIDC_CLIENT_SECRET: z.string().min(1).optional(),
    /** Allows demo accounts without a password on a configured database. */
    DEMO_SIGN_IN: flag,
    OIDC_SCOPE: z.string().min(1).default('openid email profile'),
    /** The identity provider's claims for an account's roles and platforms, read at every sign-in. */
    OIDC_ROLES_CLAIM: z.string().min(1).optional(),
    OIDC_PLATFORMS_CLAIM: z.string().min(1).optional(),
    /** Other origins that may serve the window, separated by commas. */
    SPA_HOSTS: origins,
    /** An OpenAI-compatible API, up to where `/chat/completions` begins. */
    ASSISTANT_BASE_URL: address.optional(),
    ASSISTANT_API_KEY: z.string().min(1).optional(),
    ASSISTANT_MODEL: z.string().min(1).default('default'),
    /** The roles with access to the assistant. */
    ASSISTANT_ROLES: roles,
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z.email().default('docket@localhost.example'),
    /** The secret of a mail service that posts to `/api/inbound-mail`. */
    INBOUND_SECRET: z.string().min(16).optional(),
    /** A virus scanner for every upload: clamd at `host:port`, or the path of its socket. */
    CLAMD: clamd,
    SANCTIONS_LIST: z.string().min(1).optional(),
    CATALOGUE_ONLY: flag,
    /** `off` retires the service worker in every browser that asks for it; what is queued stays. */
    SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
    /** Actions that need a second person, separated by commas: see `FOUR_EYES`. */
    FOUR_EYES: fourEyes,
    /** Under `bulk`: the number of alerts that one person closes within this many minutes before approval is needed. */
    BULK_CLOSE_LIMIT: z.coerce.number().int().min(1).default(100),
    BULK_CLOSE_MINUTES: z.coerce.number().int().min(1).max(1440).default(60),
    /** Under `sanctions`: a hit of at least this match score is released by two people. */
    SANCTIONS_RELEASE_SCORE: z.coerce.number().min(0).max(1).default(0.9),
    /** A template whose claims the facts contradict: `refuse` it, or `ask` for the analyst's reason. */
    CONTRADICTED_CLAIMS: z.enum(['refuse', 'ask']).default('refuse'),
    /** A decision that differs from how nearly all like alerts were closed: `ask` for a reason, or `off`. */
    PRECEDENT_GUARD: z.enum(['off', 'ask']).default('ask'),
    /** The share and number of similar alerts that make a precedent. */
    PRECEDENT_SHARE: z.coerce.number().min(0.51).max(1).default(0.9),
    PRECEDENT_LEAST: z.coerce.number().int().min(1).max(1000).default(10),
    /**
     * A closing without a report whose facts were not read, or too long ago: `refuse`, `catalogue` accepts calls of the
     * catalogue, which cannot say what was read, and `record` accepts all.
     */
    UNREAD_FACTS: z.enum(['refuse', 'catalogue', 'record']).default('catalogue'),
    /** How old facts may be at a decision, in minutes; and without a connection. */
    FACTS_MINUTES: z.coerce.number().int().min(1).max(1440).default(60),
    FACTS_OFFLINE_MINUTES: z.coerce.number().int().min(1).max(10_080).default(1440),
    /** The least number of payments of which a percentile or a z-score is computed. */
    SAMPLE_LEAST: z.coerce.number().int().min(2).max(1000).default(10),
    /** Of a stack of alike cases or account alerts, how many percent are looked at before it is decided, and how many at least. */
    STACK_SAMPLING: z.coerce.number().int().min(0).max(100).default(DEFAULT_SAMPLING.share),
    STACK_SAMPLING_LEAST: z.coerce.number().int().min(1).max(500).default(DEFAULT_SAMPLING.least),
    /** Words of suspicion and of reports, by platform, in place of the built-in ones: a message with one needs a reason. */
    TIPPING_OFF_WORDS: wordLists,
    SESSION_HOURS: z.coerce.number().positive().max(720).default(12),
    /** The maximum age of a session in hours, however often it is refreshed. */
    SESSION_MAX_HOURS: z.coerce.number().positive().max(720).default(72),
    HOLD_SECONDS: z.coerce.number().min(0).max(120).default(10),
    /** The minimum time in ms that triage shows an alert before it accepts a decision; 0 for none. */
    DWELL_MS: z.coerce.number().int().min(0).max(10_000).default(400),
    /** How long a device may be unlocked without the server; its data are destroyed after that. */
    OFFLINE_HOURS: z.coerce.number().min(1).max(720).default(72),
    /** Minutes of inactivity before the workbench locks; 0, in a demo alone, for never. PCI DSS 8.2.8 allows 15. */
    LOCK_MINUTES: z.coerce.number().min(0).max(15).default(10),
    /**
     * How a device unlocks offline: with a passkey or passphrase, `offered` or `required` at the first sign-in; or with
     * a key that the `device` keeps, if the employer encrypts the disk.
     */
    OFFLINE_UNLOCK: z.enum(OFFLINE_UNLOCKS).default('offered'),
    /** Requests an account may make in a minute. */
    RATE_LIMIT: z.coerce.number().int().min(1).default(6000),
    /** Steps of signing in that an address may take in a minute; a sign-in takes three. */
    SIGN_IN_LIMIT: z.coerce.number().int().min(1).default(120),
    /** Number of reverse proxies whose X-Forwarded-For is believed. */
    TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
    /** The token that may read `/metrics` from anywhere; without one only localhost may. */
    METRICS_TOKEN: z.string().min(16).optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .check(({ value, issues }) => {
    if (!value.DATABASE_URL || value.OIDC_ISSUER || value.DEMO_SIGN_IN) return
    const message =
      'needed with DATABASE_URL; DEMO_SIGN_IN=1 offers the demo accounts instead, where the data are made up'
    issues.push({ code: 'custom', path: ['OIDC_ISSUER'], message, input: value })
  })
  .check(({ value, issues }) => {
    if (value.LOCK_MINUTES >= 1 || demoOf(value) !== 'none') return
    issues.push({ code: 'custom', path: ['LOCK_MINUTES'], message: 'at least 1 outside the demo', input: value })
  })
  .check(({ value, issues }) => {
    if (!value.DATABASE_OWNER_URL || value.DATABASE_URL) return
    const message = 'stands beside DATABASE_URL, which names the role of the application'
    issues.push({ code: 'custom', path: ['DATABASE_OWNER_URL'], message, input: value })
  })
  .transform((each) => ({
    port: each.PORT,
    host: each.HOST,
    dataDir: each.DATA_DIR,
    databaseUrl: each.DATABASE_URL,
    databaseOwnerUrl: each.DATABASE_OWNER_URL,
    audit: { keyFile: each.AUDIT_KEY_FILE ?? join(each.DATA_DIR, 'audit-key.pem'), heads: each.AUDIT_HEADS },
    databasePool: each.DATABASE_POOL,
    demo: demoOf(each),
    publicUrl: each.PUBLIC_URL && new URL(each.PUBLIC_URL).origin,
    oidc: each.OIDC_ISSUER
      ? {
          issuer: each.OIDC_ISSUER,
          clientId: each.OIDC_CLIENT_ID,
          clientSecret: each.OIDC_CLIENT_SECRET,
          scope: each.OIDC_SCOPE,
          rolesClaim: each.OIDC_ROLES_CLAIM,
          platformsClaim: each.OIDC_PLATFORMS_CLAIM,
        }
      : undefined,
    spaHosts: each.SPA_HOSTS,
    assistant: {
      roles: each.ASSISTANT_ROLES,
      provider: each.ASSISTANT_BASE_URL
        ? { url: each.ASSISTANT_BASE_URL, key: each.ASSISTANT_API_KEY, model: each.ASSISTANT_MODEL }
        : undefined,
    },
    mail: { smtpUrl: each.SMTP_URL, from: each.MAIL_FROM },
    inbound: { secret: each.INBOUND_SECRET },
    clamd: each.CLAMD,
    sanctionsList: each.SANCTIONS_LIST,
    catalogueOnly: each.CATALOGUE_ONLY,
    isWorkerOff: each.SERVICE_WORKER === 'off',
    fourEyes: each.FOUR_EYES,
    bulkClose: { limit: each.BULK_CLOSE_LIMIT, minutes: each.BULK_CLOSE_MINUTES },
    claims: { contradicted: each.CONTRADICTED_CLAIMS },
    stacks: { share: each.STACK_SAMPLING, least: each.STACK_SAMPLING_LEAST },
    precedent: { guard: each.PRECEDENT_GUARD, share: each.PRECEDENT_SHARE, least: each.PRECEDENT_LEAST },
    facts: {
      unread: each.UNREAD_FACTS,
      minutes: each.FACTS_MINUTES,
      offlineMinutes: each.FACTS_OFFLINE_MINUTES,
      sampleLeast: each.SAMPLE_LEAST,
    },
    sanctionsReleaseScore: each.SANCTIONS_RELEASE_SCORE,
    tippingOffWords: each.TIPPING_OFF_WORDS,
    sessionHours: each.SESSION_HOURS,
    sessionMaxHours: each.SESSION_MAX_HOURS,
    offlineUnlock: each.OFFLINE_UNLOCK,
    /** Whether demo accounts may sign in: on the demo's data, or if configured. */
    demoSignIn: !each.OIDC_ISSUER && (each.DEMO_SIGN_IN || demoOf(each) !== 'none'),
    holdSeconds: each.HOLD_SECONDS,
    dwellMs: each.DWELL_MS,
    offlineHours: each.OFFLINE_HOURS,
    lockMinutes: each.LOCK_MINUTES,
    rateLimit: each.RATE_LIMIT,
    signInLimit: each.SIGN_IN_LIMIT,
    trustedProxies: each.TRUSTED_PROXIES,
    metricsToken: each.METRICS_TOKEN,
    logLevel: each.LOG_LEVEL,
    /** All of them by their own names. */
    given: each as Readonly<Record<string, unknown>>,
  }))

export type Config = z.output<typeof settings>

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(settings.in.shape)

/** Reads the settings. Throws one message that names every bad one; an empty value counts as not set. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const { data, error } = settings.safeParse(given)
  if (!error) return data
  const lines = error.issues.map(
    ({ path, message }) => `  ${String(path[0])}=${given[String(path[0])] ?? ''}: ${message}`,
  )
  throw new Error(`These settings cannot be used:\n${lines.join('\n')}`)
}
