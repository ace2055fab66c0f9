/** Cases: the list, what is shown of one, and what is done to one. */
import type { cases } from '#contract/calls/cases/cases.ts'
import type { Context, Handlers } from '#server/core/context.ts'
import { etagOf, tagged } from '#server/core/etag.ts'
import { Refusal } from '#server/core/refusal.ts'
import { managersOf } from '#server/identity/workers.ts'
import { runNow } from '#server/ops/run-op.ts'
import { checkPageSize } from '#server/store/require-customer.ts'
import { caseDetailOf, findCaseRow } from './case-detail.ts'
import { listCases } from './case-list.ts'
import type { CaseRow } from './case-row.ts'
import { addNote, assign, awaitCustomer, recommendStr, renew } from './effects.ts'
import { escalate, release } from './hand-over.ts'
import { flowOf, precedentOf, rulesOf, similarCasesTo } from './related-cases.ts'
import { moveReview } from './review.ts'
import { noteStrRead } from './str-reads.ts'

/** The opened case, one call per part. */
async function caseOf(context: Context, id: string): Promise<CaseRow> {
  const row = await findCaseRow(context.db, context.platform, id)
  if (!row) throw new Refusal(404, `There is no case ${id} here.`)
  await noteStrRead(context, row)
  return row
}

const target = ({ platform }: Context, ids: { caseId?: string; caseUuid?: string }) => ({
  platform,
  ...ids,
})

export const casesCalls: Handlers<typeof cases> = {
  async list({ query }, context) {
    const { page, pageSize, platform = context.platform, ...filter } = query
    checkPageSize(pageSize)
    return listCases(context.db, platform, filter, { page, pageSize, reader: context.account.id, now: context.now() })
  },

  async view({ params }, context) {
    const detail = await caseDetailOf(context.db, await caseOf(context, params.caseId), context.now().getTime())
    return tagged(context.request, etagOf('case', detail), detail)
  },

  async flow({ params }, context) {
    return { items: await flowOf(context.db, await caseOf(context, params.caseId)) }
  },

  async rules({ params }, context) {
    return { items: await rulesOf(context.db, await caseOf(context, params.caseId)) }
  },

  async similar({ params }, context) {
    const row = await caseOf(context, params.caseId)
    return { items: await similarCasesTo(context.db, row, context.now().getTime()) }
  },

  async precedent({ params }, context) {
    return { items: await precedentOf(context.db, await caseOf(context, params.caseId)) }
  },

  async managers({ query }, context) {
    return { items: await managersOf(context.db, query.platform ?? context.platform) }
  },

  await: ({ params }, context) =>
    runNow(context, {
      kind: 'case.await',
      target: target(context, { caseUuid: params.caseUuid }),
      body: {},
      effect: awaitCustomer,
    }),

  renew: ({ params }, context) =>
    runNow(context, {
      kind: 'case.renew',
      target: target(context, { caseUuid: params.caseUuid }),
      body: {},
      effect: renew,
    }),

  note: ({ params, body }, context) =>
    runNow(context, { kind: 'case.note', target: target(context, { caseId: params.caseId }), body, effect: addNote }),

  recommendStr: ({ params, body }, context) =>
    runNow(context, {
      kind: 'case.recommendStr',
      target: target(context, { caseId: params.caseId }),
      body,
      effect: recommendStr,
    }),

  review: ({ params, body }, context) =>
    runNow(context, {
      kind: 'case.review',
      target: target(context, { caseId: params.caseId }),
      body,
      effect: moveReview,
    }),

  assign: ({ params }, context) =>
    runNow(context, {
      kind: 'case.assign',
      target: target(context, { caseId: params.caseId }),
      body: { manager: { id: params.userId, name: '' } },
      effect: assign,
    }),

  release: ({ params }, context) =>
    runNow(context, {
      kind: 'case.release',
      target: target(context, { caseId: params.caseId }),
      body: {},
      effect: release,
    }),

  escalate: ({ params, body }, context) =>
    runNow(context, {
      kind: 'case.escalate',
      target: target(context, { caseId: params.caseId }),
      body,
      effect: escalate,
    }),
}
