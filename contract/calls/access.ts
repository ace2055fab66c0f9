/** Sessions, devices and rights of the people on a platform: administrators' calls (ours). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { ADMINISTRATORS } from '#contract/model/roles.ts'
import { accessRow, accessClaims, newAccount, presenceRow } from '#contract/model/access.ts'
import { done, noteText, madeOn } from '#contract/model/common.ts'
import { ROLES } from '#contract/model/values.ts'

const base = '/management/administration'
const reason = z.object({ reason: noteText })
const id = z.string().check(z.minLength(1), z.maxLength(200))

export const access = {
  /**
   * Sessions and devices of everybody who works on the platform, the latest used first. `most` is the limit of each
   * kind if there are more, and null if the list is complete.
   */
  presence: call('GET', `${base}/presence`, {
    roles: ADMINISTRATORS,
    ours: true,
    reply: z.object({ items: z.array(presenceRow), most: z.nullable(z.number()) }),
  }),
  endSession: call('POST', `${base}/sessions/{session}/end`, {
    roles: ADMINISTRATORS,
    ours: true,
    body: reason,
    reply: done,
    notice: 'SAVE',
  }),
  /** Revokes a device: its data can no longer be decrypted, and it wipes itself when it next connects. */
  wipeDevice: call('POST', `${base}/devices/{device}/wipe`, {
    roles: ADMINISTRATORS,
    ours: true,
    body: z.object({ account: id, reason: noteText }),
    reply: done,
    notice: 'SAVE',
  }),
  list: call('GET', `${base}/access`, {
    roles: ADMINISTRATORS,
    ours: true,
    reply: z.object({ items: z.array(accessRow), ruledBy: accessClaims }),
  }),
  /**
   * Adds an account and sends an invitation to its e-mail address, with which the person signs in. Fields that the
   * identity provider manages stay empty. 409 if the address is taken. `pending` means that a second administrator has
   * to approve.
   */
  add: call('POST', `${base}/access`, {
    roles: ADMINISTRATORS,
    ours: true,
    body: newAccount,
    reply: done,
    notice: 'SAVE',
  }),
  /** 409 where it was changed since it was read. `pending`: it waits for a second administrator. */
  change: call('PATCH', `${base}/access/{account}`, {
    roles: ADMINISTRATORS,
    ours: true,
    body: z.object({
      roles: z.array(z.enum(ROLES)).check(z.maxLength(ROLES.length)),
      /** Only platforms that the caller has access to; others stay unchanged. */
      platforms: z.array(id).check(z.maxLength(100)),
      closed: z.boolean(),
      reason: noteText,
      version: madeOn,
    }),
    reply: done,
    notice: 'SAVE',
  }),
}
