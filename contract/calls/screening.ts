/** The lists that are screened against and from which score a pair is a hit: ours. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { MANAGERS } from '#contract/model/roles.ts'
import { done, noteText, page, pageNumber, pageSize, text } from '#contract/model/common.ts'
import { HIT_OUTCOMES, HIT_PARTIES, sanctionsHit } from '#contract/model/screening/sanctions.ts'
import {
  adverseName,
  adverseNameToAdd,
  brokenList,
  screeningChanges,
  screeningList,
  screeningThreshold,
  thresholdPreview,
  thresholdToSet,
  thresholdToTry,
} from '#contract/model/screening/screening.ts'

const base = '/management/screening'

export const screening = {
  /** The hits of a platform, highest score first; open ones, unless an outcome is requested. */
  hits: call('GET', `${base}/hits`, {
    roles: 'everybody',
    ours: true,
    query: {
      page: pageNumber,
      pageSize,
      platform: z.optional(z.string()),
      outcome: z.optional(z.enum(HIT_OUTCOMES)),
      party: z.optional(z.enum(HIT_PARTIES)),
      list: text,
      search: text,
    },
    reply: page(sanctionsHit),
  }),
  /** In force; and those of the settings that could not be read. */
  lists: call('GET', `${base}/lists`, {
    roles: 'everybody',
    ours: true,
    reply: z.object({ items: z.array(screeningList), broken: z.array(brokenList) }),
  }),
  /** The entries that the newest version of a list added, changed and removed; 404 for an unknown list. */
  changes: call('GET', `${base}/lists/{source}/changes`, { roles: 'everybody', ours: true, reply: screeningChanges }),
  thresholds: call('GET', `${base}/thresholds`, {
    roles: 'everybody',
    ours: true,
    reply: z.object({ items: z.array(screeningThreshold) }),
  }),
  /** Changes nothing. */
  previewThreshold: call('POST', `${base}/thresholds/preview`, {
    roles: 'everybody',
    ours: true,
    body: thresholdToTry,
    reply: thresholdPreview,
  }),
  /**
   * 409 with `current` on a newer version. A higher threshold ends open hits below it at once; a lower one takes effect
   * with the next full screening. Under four eyes a higher one is `pending` until a second person approves it.
   */
  setThreshold: call('PATCH', `${base}/thresholds`, {
    roles: MANAGERS,
    ours: true,
    body: thresholdToSet,
    reply: screeningThreshold,
    notice: 'SAVE',
  }),
  /** Own adverse names in force, the latest first. */
  adverseNames: call('GET', `${base}/names`, {
    roles: 'everybody',
    ours: true,
    reply: z.object({ items: z.array(adverseName) }),
  }),
  /** Everybody is screened for it at once. 409 where the name is there already. */
  addAdverseName: call('POST', `${base}/names`, {
    roles: MANAGERS,
    ours: true,
    body: adverseNameToAdd,
    reply: adverseName,
    notice: 'SAVE',
  }),
  /** Its open hits end. 404 where it is not in force. */
  removeAdverseName: call('POST', `${base}/names/{name}/remove`, {
    roles: MANAGERS,
    ours: true,
    body: z.object({ reason: noteText }),
    reply: done,
    notice: 'SAVE',
  }),
}
