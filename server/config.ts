/** Everything that can be set from outside, read once from the environment. `docs/operations.md` has the table. */
import * as z from 'zod'
import { ROLES } from '#contract/model/values.ts'

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
  .pipe(z.array(z.enum(['rules', 'str'])))

interface Brought {
  DEMO?: 'none' | 'small' | 'large' | undefined
  DATABASE_URL?: string | undefined
  OIDC_ISSUER?: string | undefined
}
/** A database somebody else brought stays as it is. */
const demoOf = ({ DEMO, DATABASE_URL, OIDC_ISSUER }: Brought) =>
  DEMO ?? (DATABASE_URL || OIDC_ISSUER ? 'none' : 'small')

const settings = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(4280),
    /** Address to listen on; the demo identity provider insists on loopback. */
    HOST: z.string().min(1).default('127.0.0.1'),
    DATA_DIR: z.string().min(1).default('.data'),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
    DEMO: z.enum(['none', 'small', 'large']).optional(),
    /** Where browsers find this server, if not at its own address. */
    PUBLIC_URL: address.optional(),
    OIDC_ISSUER: address.optional(),
    OIDC_CLIENT_ID: z.string().min(1).default('docket'),
    OIDC_CLIENT_SECRET: z.string().min(1).optional(),
    OIDC_SCOPE: z.string().min(1).default('openid email profile'),
    /** Other origins that may serve the window, separated by commas. */
    SPA_HOSTS: origins,
    /** An OpenAI-compatible API, up to where `/chat/completions` begins. */
    ASSISTANT_BASE_URL: address.optional(),
    ASSISTANT_API_KEY: z.string().min(1).optional(),
    ASSISTANT_MODEL: z.string().min(1).default('default'),
    /** Who may ask the assistant. */
    ASSISTANT_ROLES: roles,
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z.email().default('docket@localhost.example'),
    SANCTIONS_LIST: z.string().min(1).optional(),
    CATALOGUE_ONLY: flag,
    /** `off` retires the service worker in every browser that asks for it; what is queued stays. */
    SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
    /** What counts once another person has approved it, separated by commas: `rules`, `str`. */
    FOUR_EYES: fourEyes,
    SESSION_HOURS: z.coerce.number().positive().max(720).default(12),
    HOLD_SECONDS: z.coerce.number().min(0).max(120).default(10),
    /** A decision in triage is refused this soon after its alert came in front, ms; 0 refuses none. */
    DWELL_MS: z.coerce.number().int().min(0).max(10_000).default(400),
    /** How long a device may be opened without asking here; what it keeps is destroyed after that. */
    OFFLINE_HOURS: z.coerce.number().min(1).max(720).default(72),
    /** A workbench locks itself after so many minutes without a key; 0, in a demo alone, for never. PCI DSS 8.2.8 allows 15. */
    LOCK_MINUTES: z.coerce.number().min(0).max(15).default(10),
    /** Requests an account may make in a minute. */
    RATE_LIMIT: z.coerce.number().int().min(1).default(6000),
    /** Steps of signing in that an address may take in a minute; a sign-in takes three. */
    SIGN_IN_LIMIT: z.coerce.number().int().min(1).default(120),
    /** Number of reverse proxies whose X-Forwarded-For is believed. */
    TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .check(({ value, issues }) => {
    if (value.LOCK_MINUTES >= 1 || demoOf(value) !== 'none') return
    issues.push({ code: 'custom', path: ['LOCK_MINUTES'], message: 'at least 1 outside the demo', input: value })
  })
  .transform((each) => ({
    port: each.PORT,
    host: each.HOST,
    dataDir: each.DATA_DIR,
    databaseUrl: each.DATABASE_URL,
    databasePool: each.DATABASE_POOL,
    demo: demoOf(each),
    publicUrl: each.PUBLIC_URL && new URL(each.PUBLIC_URL).origin,
    oidc: each.OIDC_ISSUER
      ? {
          issuer: each.OIDC_ISSUER,
          clientId: each.OIDC_CLIENT_ID,
          clientSecret: each.OIDC_CLIENT_SECRET,
          scope: each.OIDC_SCOPE,
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
    sanctionsList: each.SANCTIONS_LIST,
    catalogueOnly: each.CATALOGUE_ONLY,
    isWorkerOff: each.SERVICE_WORKER === 'off',
    fourEyes: each.FOUR_EYES,
    sessionHours: each.SESSION_HOURS,
    holdSeconds: each.HOLD_SECONDS,
    dwellMs: each.DWELL_MS,
    offlineHours: each.OFFLINE_HOURS,
    lockMinutes: each.LOCK_MINUTES,
    rateLimit: each.RATE_LIMIT,
    signInLimit: each.SIGN_IN_LIMIT,
    trustedProxies: each.TRUSTED_PROXIES,
    logLevel: each.LOG_LEVEL,
  }))

export type Config = z.output<typeof settings>

/** Reads the settings. Throws one message that names every bad one; an empty value counts as not set. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const { data, error } = settings.safeParse(given)
  if (!error) return data
  const lines = error.issues.map(({ path, message }) => `  ${String(path[0])}=${given[String(path[0])]}: ${message}`)
  throw new Error(`These settings cannot be used:\n${lines.join('\n')}`)
}
