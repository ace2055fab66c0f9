/** Who signs in, for how long, and what devices may do meanwhile. */
import * as z from 'zod'
import { OFFLINE_UNLOCKS } from '#contract/calls/sync.ts'
import { ROLES, type Role } from '#contract/model/values.ts'
import { setting } from './setting.ts'
import { address, flag, number, oneOf, someOf, text, whole } from './readers.ts'

const ACCESS = 'Access'
const SESSIONS = 'Sessions and devices'

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  analyst: 'Analysts',
  manager: 'Managers',
  document_admin: 'Document administrators',
  admin: 'Administrators',
  super_admin: 'Super administrators',
}

export const peopleSettings = {
  OIDC_ISSUER: setting({
    schema: address.optional(),
    secret: 'address',
    isPlumbing: true,
    group: ACCESS,
    title: 'Identity provider',
    text: 'The OpenID provider; needed with `DATABASE_URL`.',
    more: 'It has to vouch for the e-mail address at an account’s first sign-in (`email_verified`, or `xms_edov` of Entra ID); from then on the account is that subject of that issuer. A locked device opens by signing in only where the provider, asked with `prompt=login` and `max_age=0`, sends `auth_time` in the ID token (in Entra ID an optional claim).',
  }),
  OIDC_CLIENT_ID: setting({
    schema: text.default('docket'),
    secret: 'no',
    isPlumbing: true,
    group: ACCESS,
    title: 'Client id',
    text: 'Docket’s registration at the identity provider.',
  }),
  OIDC_CLIENT_SECRET: setting({
    schema: text.optional(),
    secret: 'never',
    isPlumbing: true,
    group: ACCESS,
    title: 'Client secret',
    text: 'The secret of that registration. None means a public client; PKCE is always used.',
  }),
  OIDC_SCOPE: setting({
    schema: text.default('openid email profile'),
    secret: 'no',
    isPlumbing: true,
    group: ACCESS,
    title: 'Scope',
    text: 'The scope that is asked for.',
  }),
  OIDC_ROLES_CLAIM: setting({
    schema: text.optional(),
    secret: 'no',
    group: ACCESS,
    title: 'Roles come from the claim',
    text: 'At every sign-in an account gets the roles that this claim of the identity provider names.',
    more: 'The claim is a list, or words with spaces or commas between. A missing claim gives none, and Administration shows what the claim rules read-only.',
    none: 'Roles are kept here',
  }),
  OIDC_PLATFORMS_CLAIM: setting({
    schema: text.optional(),
    secret: 'no',
    group: ACCESS,
    title: 'Platforms come from the claim',
    text: 'At every sign-in an account gets the platforms that this claim of the identity provider names.',
    none: 'Platforms are kept here',
  }),
  DEMO_SIGN_IN: setting({
    schema: flag,
    secret: 'no',
    group: ACCESS,
    title: 'Demo accounts without a password',
    text: 'On a database that somebody brought, or without the demo world, 1 offers the demo accounts to this machine alone.',
    more: 'Never where other accounts exist, a proxy stands in front (`TRUSTED_PROXIES`, forwarding headers) or `PUBLIC_URL` is elsewhere. A proxy on this machine that sends neither cannot be told from a browser: keep the demo behind none.',
  }),
  ASSISTANT_ROLES: setting({
    schema: someOf(ROLES, 'admin,super_admin'),
    secret: 'no',
    group: ACCESS,
    title: 'Who may ask the assistant',
    text: 'Any of these roles is enough, comma-separated.',
    more: 'Any of `analyst`, `manager`, `document_admin`, `admin`, `super_admin`.',
    none: 'Nobody',
    values: ROLE_NAMES,
  }),
  SESSION_HOURS: setting({
    schema: z.coerce.number().positive().max(720).default(12),
    secret: 'no',
    group: SESSIONS,
    title: 'Session without a refresh',
    text: 'An unused session ends after this time.',
    unit: 'hours',
  }),
  SESSION_MAX_HOURS: setting({
    schema: z.coerce.number().positive().max(720).default(72),
    secret: 'no',
    group: SESSIONS,
    title: 'Longest session',
    text: 'However often it is refreshed, a session ends after this time.',
    more: 'A replaced token that is used again after a minute ends its session, and the audit says so.',
    unit: 'hours',
  }),
  LOCK_MINUTES: setting({
    // PCI DSS 8.2.8 allows 15
    schema: number(0, 15, 10),
    secret: 'no',
    group: SESSIONS,
    title: 'Lock after inactivity',
    text: 'The workbench locks after this time without a key. It may be off (0) in a demo only.',
    more: 'A device that slept or whose clock was set is locked all the same.',
    unit: 'minutes',
    values: { 0: 'Never' },
  }),
  OFFLINE_HOURS: setting({
    schema: number(1, 720, 72),
    secret: 'no',
    group: SESSIONS,
    title: 'Offline use',
    text: 'A device can be unlocked without the server for this time; then its data are destroyed.',
    unit: 'hours',
  }),
  OFFLINE_UNLOCK: setting({
    schema: oneOf(OFFLINE_UNLOCKS).default('offered'),
    secret: 'no',
    group: SESSIONS,
    title: 'Offline unlock',
    text: 'Whether a passkey or passphrase is offered, required, or replaced by a key on the device.',
    more: '`offered` in the status line, or `required`; with `device` a key is kept beside the data, only for laptops whose disk is encrypted. A locked device opens by passkey, passphrase or a new sign-in in any case, and has no session meanwhile.',
    values: {
      offered: 'Passkey or passphrase, offered',
      required: 'Passkey or passphrase, required',
      device: 'Key on the device',
    },
  }),
  RATE_LIMIT: setting({
    schema: whole(1, 1_000_000_000, 6000),
    secret: 'no',
    group: 'Limits',
    title: 'Requests of an account',
    text: 'In a minute, counted by each instance.',
    unit: 'requests a minute',
  }),
  SIGN_IN_LIMIT: setting({
    schema: whole(1, 1_000_000_000, 120),
    secret: 'no',
    group: 'Limits',
    title: 'Steps of signing in from an address',
    text: 'In a minute, counted in the database. A sign-in takes three.',
    unit: 'steps a minute',
  }),
}
