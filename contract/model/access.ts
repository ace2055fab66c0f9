/** Rights, sessions and devices of the staff (ours). */
import * as z from 'zod/mini'
import { noteText, pendingApproval, person, stamp } from '#contract/model/common.ts'
import { ROLES } from '#contract/model/values.ts'

export const accessRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(ROLES)),
  /** Names of platforms; of those that the reader has no access to only how many there are. */
  platforms: z.array(z.string()),
  otherPlatforms: z.number(),
  /** Nobody can sign in with it, and its devices wipe themselves. */
  closed: z.boolean(),
  version: z.number(),
  /** A change that waits for a second person. */
  pending: z.nullable(pendingApproval),
  /** The reason why the reader may not change it; null if they may. */
  refusal: z.nullable(z.string()),
})
export type AccessRow = z.infer<typeof accessRow>

/** The fields that the identity provider sets at every sign-in and that are changed there. */
export const accessClaims = z.object({ roles: z.nullable(z.string()), platforms: z.nullable(z.string()) })

/** A name as lists and mails show it: no line breaks, nothing that turns the direction of the text around it. */
const NAME = /^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+$/u
const nameText = z.string().check(z.trim(), z.minLength(1), z.maxLength(100), z.regex(NAME))

export const newAccount = z.object({
  email: z.string().check(z.trim(), z.maxLength(200), z.email()),
  firstName: nameText,
  lastName: nameText,
  roles: z.array(z.enum(ROLES)).check(z.maxLength(ROLES.length)),
  platforms: z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(100)),
  reason: noteText,
})
export type NewAccount = z.infer<typeof newAccount>

/** The reason why the reader may not end or wipe it; null if they may. */
const refusal = z.nullable(z.string())

export const deviceRow = z.object({
  kind: z.literal('device'),
  id: z.string(),
  person,
  label: z.string(),
  registeredAt: stamp,
  seenAt: stamp,
  locked: z.boolean(),
  refusal,
})
export const sessionRow = z.object({
  kind: z.literal('session'),
  id: z.string(),
  person,
  /** The name of its device; null for a client that registered none. */
  device: z.nullable(z.string()),
  startedAt: stamp,
  /** The time of the last start or refresh. */
  seenAt: stamp,
  expiresAt: stamp,
  locked: z.boolean(),
  /** The one that asks. */
  current: z.boolean(),
  refusal,
})
export const presenceRow = z.discriminatedUnion('kind', [sessionRow, deviceRow])
export type PresenceRow = z.infer<typeof presenceRow>
