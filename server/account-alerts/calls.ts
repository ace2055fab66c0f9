/** Alerts on customers' profiles: one queue over all customers, decided one by one, together, or a rule's at once. */
import type { Call } from '#contract/call.ts'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { ALERT_TARGETS, type AlertTarget } from '#contract/model/values.ts'
import { alertsByRule, summariseAlerts } from '#server/alerts/queries.ts'
import type { Context, Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { uuidOf } from '#server/core/uuid.ts'
import { checkOp, type RawOp } from '#server/ops/check-op.ts'
import type { Done, EffectOp, Tx } from '#server/ops/effect.ts'
import { fingerprintCall } from '#server/ops/idempotency.ts'
import { runNow, runOnce } from '#server/ops/run-op.ts'
import { checkPageSize, requireCustomer } from '#server/store/require-customer.ts'
import { assignAlert, assignAlerts, commentAlert, setStatus, setStatuses } from './effects.ts'
import { escalateAlert, releaseAlert } from './hand-over.ts'
import { idsOfCustomer, listAccountAlerts, openIdsByRule } from './queries.ts'

type Kind = 'accountAlert.status' | 'accountAlert.assign'
type Effect<K extends Kind> = (tx: Tx, context: Context, ops: readonly EffectOp<K>[]) => Promise<Done>

function readTarget(status: string): AlertTarget {
  const target = ALERT_TARGETS.find((one) => one === status)
  if (!target) throw new Refusal(400, `status: one of ${ALERT_TARGETS.join(', ')}`)
  return target
}

const onAlert = ({ platform }: Context, alertId: string) => ({ platform, alertId })

interface Together<K extends Kind> {
  call: Call
  input: { params: Record<string, string>; body?: unknown }
  kind: K
  body: RawOp['body']
  effect: Effect<K>
  /** The target alerts, read in the transaction of the effect. */
  find: (tx: Tx) => Promise<readonly string[]>
}

/** The same operation on several alerts of one customer: all of them or none. */
async function doTogether<K extends Kind>(
  context: Context,
  { platform, customerId }: { platform: string; customerId: string },
  { call, input, kind, body, effect, find }: Together<K>,
): Promise<Done | Response> {
  const here = { ...context, platform }
  await requireCustomer(here, { platform, customerId })
  return runOnce(here, (key) => ({
    fingerprint: fingerprintCall(call, input),
    async effect(tx, from) {
      const ids = await find(tx)
      const ops = ids.map((alertId) => {
        return checkOp({ opId: uuidOf(`${key}/${alertId}`), kind, target: { platform, alertId }, body })
      })
      return effect(tx, from, ops)
    },
  }))
}

/** Those of a rule that wait for a decision; refuses where there are none. */
const ofRule = (where: { platform: string; customerId: string; ruleId: string }) => async (tx: Tx) => {
  const ids = await openIdsByRule(tx, where)
  if (ids.length === 0) throw new Refusal(409, 'No alert of this rule on this customer is awaiting a decision.')
  return ids
}

/** All of them the customer's own: an id of anybody else's is as unknown as any. */
const ofCustomer = (ids: readonly string[], where: { platform: string; customerId: string }) => async (tx: Tx) => {
  const own = await idsOfCustomer(tx, where, ids)
  const unknown = ids.find((id) => !own.includes(id))
  if (unknown !== undefined) throw new Refusal(404, `There is no alert ${unknown} on customer ${where.customerId}.`)
  return own
}

export const accountAlertsCalls: Handlers<typeof accountAlerts> = {
  async queue({ query }, context) {
    const { page, pageSize, platform = context.platform, ...filter } = query
    checkPageSize(pageSize)
    const at = { page, pageSize, reader: context.account.id, now: context.now() }
    return listAccountAlerts(context.db, platform, filter, at)
  },

  async active({ params }, context) {
    await requireCustomer(context, params)
    return { items: await alertsByRule(context.db, params, 'account') }
  },

  async summary({ params }, context) {
    await requireCustomer(context, params)
    return summariseAlerts(context.db, params.platform, params.customerId, 'account')
  },

  async changeStatus({ params, body }, context) {
    const status = readTarget(params.status)
    const target = onAlert(context, params.alertId)
    return runNow(context, { kind: 'accountAlert.status', target, body: { ...body, status }, effect: setStatus })
  },

  async changeStatusBatch({ params, body }, context) {
    const { alertIds, ...change } = body
    return doTogether(context, params, {
      call: accountAlerts.changeStatusBatch,
      input: { params, body },
      kind: 'accountAlert.status',
      body: { ...change, status: readTarget(params.status) },
      effect: setStatuses,
      find: ofCustomer(alertIds, params),
    })
  },

  addComment: ({ params, body }, context) =>
    runNow(context, {
      kind: 'accountAlert.note',
      target: onAlert(context, params.alertId),
      body,
      effect: commentAlert,
    }),

  assign: ({ params }, context) =>
    runNow(context, {
      kind: 'accountAlert.assign',
      target: onAlert(context, params.alertId),
      body: { manager: { id: params.managerId, name: '' } },
      effect: assignAlert,
    }),

  assignByRule: ({ params }, context) =>
    doTogether(context, params, {
      call: accountAlerts.assignByRule,
      input: { params },
      kind: 'accountAlert.assign',
      body: { manager: { id: params.managerId, name: '' } },
      effect: assignAlerts,
      find: ofRule(params),
    }),

  release: ({ params }, context) =>
    runNow(context, {
      kind: 'accountAlert.release',
      target: onAlert(context, params.alertId),
      body: {},
      effect: releaseAlert,
    }),

  escalate: ({ params, body }, context) =>
    runNow(context, {
      kind: 'accountAlert.escalate',
      target: onAlert(context, params.alertId),
      body,
      effect: escalateAlert,
    }),

  resolve: ({ params, body }, context) =>
    runNow(context, {
      kind: 'accountAlert.status',
      target: onAlert(context, params.alertId),
      body: { ...body, status: 'resolved' },
      effect: setStatus,
    }),

  resolveByRule: ({ params, body }, context) =>
    doTogether(context, params, {
      call: accountAlerts.resolveByRule,
      input: { params, body },
      kind: 'accountAlert.status',
      body: { ...body, status: 'resolved' },
      effect: setStatuses,
      find: ofRule(params),
    }),
}
