/** Everything that can be set from outside, read once from the environment. `settings/` declares each. */
import { join } from 'node:path'
import * as z from 'zod'
import {
  POLICY_SETTINGS,
  SCHEMAS,
  SETTING_NAMES,
  settingOf,
  showSetting,
  type SettingValues,
} from '#server/core/settings/settings.ts'
import { nearest } from '#server/core/settings/readers.ts'

const MIB = 1024 * 1024

type Brought = Pick<SettingValues, 'DEMO' | 'DATABASE_URL' | 'OIDC_ISSUER'>
/** A configured database is not changed by the demo. */
const demoOf = ({ DEMO, DATABASE_URL, OIDC_ISSUER }: Brought) =>
  DEMO ?? (DATABASE_URL || OIDC_ISSUER ? 'none' : 'small')

const settings = z
  .object(SCHEMAS)
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
  .check(({ value, issues }) => {
    if (!value.FILES_BUCKET) return
    for (const name of ['FILES_BUCKET_KEY_ID', 'FILES_BUCKET_SECRET'] as const) {
      if (value[name] === undefined)
        issues.push({ code: 'custom', path: [name], message: 'needed with FILES_BUCKET', input: value })
    }
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
    facts: {
      unread: each.UNREAD_FACTS,
      minutes: each.FACTS_MINUTES,
      offlineMinutes: each.FACTS_OFFLINE_MINUTES,
      sampleLeast: each.SAMPLE_LEAST,
    },
    precedent: { guard: each.PRECEDENT_GUARD, share: each.PRECEDENT_SHARE, least: each.PRECEDENT_LEAST },
    sanctionsReleaseScore: each.SANCTIONS_RELEASE_SCORE,
    tippingOffWords: each.TIPPING_OFF_WORDS,
    sessionHours: each.SESSION_HOURS,
    sessionMaxHours: each.SESSION_MAX_HOURS,
    offlineUnlock: each.OFFLINE_UNLOCK,
    /** True if demo accounts may sign in: on the demo's data, or if configured. */
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
    uploads: {
      minutes: each.UPLOAD_MINUTES,
      account: { files: each.UPLOAD_ACCOUNT_FILES, bytes: each.UPLOAD_ACCOUNT_MIB * MIB },
      link: { files: each.UPLOAD_LINK_FILES, bytes: each.UPLOAD_LINK_MIB * MIB },
      mail: { files: each.UPLOAD_MAIL_FILES, bytes: each.UPLOAD_MAIL_MIB * MIB },
      /** Bytes of uploads in memory at a time. */
      memory: each.UPLOAD_MEMORY * MIB,
    },
    files: {
      /** Undefined keeps files in the database. */
      bucket: each.FILES_BUCKET
        ? {
            url: each.FILES_BUCKET,
            region: each.FILES_BUCKET_REGION,
            keyId: each.FILES_BUCKET_KEY_ID ?? '',
            secret: each.FILES_BUCKET_SECRET ?? '',
          }
        : undefined,
    },
    /** All of them by their own names. */
    given: each,
  }))

export type Config = z.output<typeof settings>

/**
 * Reads the settings. Throws one message that names every bad one, and every name that is nearly a setting's; an empty
 * value counts as not set. A secret's value is in no message.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const misspelt = Object.keys(given).flatMap((name) => misspeltAs(name) ?? [])
  const { data, error } = settings.safeParse(given)
  if (data && misspelt.length === 0) return data
  const faults = (error?.issues ?? []).map(({ path, message }) => faultOf(String(path[0]), given, message))
  throw new Error(`These settings cannot be used:\n${[...misspelt, ...faults].join('\n')}`)
}

const isSetting = (name: string) => Object.hasOwn(SCHEMAS, name)

function misspeltAs(name: string): string | undefined {
  const meant = isSetting(name) ? undefined : nearest(name, SETTING_NAMES)
  return meant === undefined
    ? undefined
    : `  ${name} is not a setting: did you mean ${meant}? Unset it if it is not Docket’s.`
}

function faultOf(name: string, given: Record<string, string | undefined>, message: string): string {
  const isShown = isSetting(name) && settingOf(name as keyof SettingValues).secret === 'no'
  return isShown ? `  ${name}=${given[name] ?? ''}: ${message}` : `  ${name}: ${message}`
}

/** The controls in force: every policy setting with its value in words. */
export function controlsOf({ given }: Pick<Config, 'given'>): Record<string, string> {
  return Object.fromEntries(POLICY_SETTINGS.map((name) => [name, showSetting(name, given[name])]))
}

/** Every setting with its value in words, a line each; of secrets whether they are set. */
export function settingLines({ given }: Pick<Config, 'given'>): string[] {
  return SETTING_NAMES.map((name) => `${name}: ${showSetting(name, given[name])}`)
}
