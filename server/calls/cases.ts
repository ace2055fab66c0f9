/** Cases: the list, what is shown of one, and what is done to one. */
import type { cases } from '#contract/calls/cases.ts'
import { readDates } from '#server/calls/dates.ts'
import { etagOf, tagged } from '#server/http/etag.ts'
import { doNow } from '#server/sync/plain.ts'
import { flowOf, precedentOf, rulesOf, similarTo } from '#server/store/queries/around-case.ts'
import { caseDetailOf, findCaseRow } from '#server/store/queries/case-detail.ts'
import { listCases } from '#server/store/queries/case-list.ts'
import type { CaseRow } from '#server/store/queries/case-row.ts'
import { managersOf } from '#server/store/queries/managers.ts'
import { Refusal, type Context, type Handlers } from './handlers.ts'
import { checkPageSize } from './require.ts'

async function caseOf({ db, platform }: Context, id: string): Promise<CaseRow> {
  const row = await findCaseRow(db, platform, id)
  if (!row) throw new Refusal(404, `There is no case ${id} here.`)
  return row
}

const target = ({ platform }: Context, ids: { caseId?: string; caseUuid?: string }) => ({
  platform,
  customerId: '',
  ...ids,
})

export const casesCalls: Handlers<typeof cases> = {
  async list({ query }, context) {
    const { page, pageSize, platform = context.platform, 'date[]': dates, ...filter } = query
    checkPageSize(pageSize)
    const between = readDates('date[]', dates)
    const at = { page, pageSize, reader: context.account.id, now: context.now() }
    return listCases(context.db, platform, { ...filter, between }, at)
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
    return { items: await similarTo(context.db, row, context.now().getTime()) }
  },

  async precedent({ params }, context) {
    return { items: await precedentOf(context.db, await caseOf(context, params.caseId)) }
  },

  async managers({ query }, context) {
    return { items: await managersOf(context.db, query.platform ?? context.platform) }
  },

  await: ({ params }, context) =>
    doNow(context, { kind: 'case.await', target: target(context, { caseUuid: params.caseUuid }), body: {} }),

  renew: ({ params }, context) =>
    doNow(context, { kind: 'case.renew', target: target(context, { caseUuid: params.caseUuid }), body: {} }),

  note: ({ params, body }, context) =>
    doNow(context, { kind: 'case.note', target: target(context, { caseId: params.caseId }), body }),

  recommendStr: ({ params, body }, context) =>
    doNow(context, { kind: 'case.recommendStr', target: target(context, { caseId: params.caseId }), body }),

  assign: ({ params }, context) =>
    doNow(context, {
      kind: 'case.assign',
      target: target(context, { caseId: params.caseId }),
      body: { manager: { id: params.userId, name: '' } },
    }),
}
