/** Quality reviews of decisions (ours): managers see everybody's, others their own. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { MANAGERS } from '#contract/model/roles.ts'
import {
  accuracy,
  agreement,
  blindReview,
  findingClosing,
  findingReply,
  firstDecision,
  goldenItem,
  reviewAnswer,
  newGolden,
  policyEntry,
  rateToSet,
  qualityReview,
} from '#contract/model/quality/quality.ts'

const base = '/management/quality'
const message = z.object({ message: z.string() })

export const quality = {
  /** Agreement, and the errors of each person with their uncertainty. */
  people: call('GET', `${base}/people`, {
    roles: 'everybody',
    ours: true,
    reply: z.object({ items: z.array(accuracy), agreement, tolerance: z.number() }),
  }),
  /** Completed reviews, newest first; `findings` are the open ones. */
  reviews: call('GET', `${base}/reviews`, {
    roles: 'everybody',
    ours: true,
    query: { show: z.enum(['read', 'findings']), person: z.optional(z.string()) },
    reply: z.object({ items: z.array(qualityReview) }),
  }),
  /** Assigns the next item that somebody else decided, or returns the one in progress; null if none waits. */
  next: call('POST', `${base}/reviews/next`, {
    roles: 'everybody',
    ours: true,
    reply: z.object({ review: z.nullable(blindReview) }),
  }),
  /** Records the reviewer's decision, and then returns the first one. */
  read: call('POST', `${base}/reviews/{reviewId}`, {
    roles: 'everybody',
    ours: true,
    body: reviewAnswer,
    reply: z.object({ message: z.string(), first: firstDecision, agrees: z.boolean() }),
    notice: 'SAVE',
  }),
  reply: call('POST', `${base}/reviews/{reviewId}/reply`, {
    roles: 'everybody',
    ours: true,
    body: findingReply,
    reply: message,
    notice: 'SAVE',
  }),
  close: call('POST', `${base}/reviews/{reviewId}/close`, {
    roles: MANAGERS,
    ours: true,
    body: findingClosing,
    reply: message,
    notice: 'SAVE',
  }),
  policy: call('GET', `${base}/policy`, {
    roles: MANAGERS,
    ours: true,
    reply: z.object({ items: z.array(policyEntry), golden: z.array(goldenItem) }),
  }),
  setRate: call('POST', `${base}/policy`, {
    roles: MANAGERS,
    ours: true,
    body: rateToSet,
    reply: message,
    notice: 'SAVE',
  }),
  addGolden: call('POST', `${base}/golden`, {
    roles: MANAGERS,
    ours: true,
    body: newGolden,
    reply: message,
    notice: 'SAVE',
  }),
  endGolden: call('DELETE', `${base}/golden/{goldenId}`, {
    roles: MANAGERS,
    ours: true,
    reply: message,
    notice: 'Delete',
  }),
  /** Draws from what was closed since the last time; it happens by itself every ten minutes too. */
  draw: call('POST', `${base}/draw`, {
    roles: MANAGERS,
    ours: true,
    reply: z.object({ message: z.string(), drawn: z.number() }),
    notice: 'SAVE',
  }),
}
