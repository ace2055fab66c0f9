/** An account alert leaves its assignee, by the rules that hold for cases. */
import { escalateWork, releaseWork, type HeldWork } from '#server/cases/hand-over.ts'
import { updateAlert } from '#server/cases/close-alert.ts'
import { currentAlert, isAlertStale } from '#server/cases/lock-rows.ts'
import type { Acting } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Effect, EffectOp, Tx } from '#server/ops/effect.ts'
import { insertNote, lockEach, STALE, stateOf } from './effects.ts'
import { whyNotHandOn } from './transitions.ts'

const ACTS = { release: 'released', escalate: 'escalated' } as const

async function heldAlert(
  tx: Tx,
  context: Acting,
  op: EffectOp<'accountAlert.release' | 'accountAlert.escalate'>,
): Promise<HeldWork> {
  const [locked] = await lockEach(tx, context.platform, [op])
  if (!locked) throw new Error('a locked operation has its alert')
  const { alert } = locked
  return {
    queue: 'accountAlert',
    name: 'The alert',
    nouns: ['an alert', 'alerts'],
    mailed: { label: `alert ${alert.id} (${alert.rule_name})`, path: 'account-alerts/' },
    platform: alert.platform,
    customerId: alert.customer_id,
    holder: alert.manager_id,
    version: Number(alert.version),
    ruleTypes: () => Promise.resolve([alert.rule_type]),
    isStale: isAlertStale(alert, op.expect),
    stale: async () => new Refusal(412, STALE, await currentAlert(tx, alert)),
    async require(act) {
      const why = whyNotHandOn(stateOf(alert), ACTS[act])
      if (why !== null) throw new Refusal(409, why, await currentAlert(tx, alert))
    },
    assign: async (to) => Number(await updateAlert(tx, alert, to === null ? {} : { manager_id: to.id })),
    insertNote: (text) => insertNote(tx, context, alert, { id: op.opId, text, isLate: false }),
    about: { object: { kind: 'alert', id: alert.id }, alertIds: [alert.id] },
  }
}

export const releaseAlert: Effect<'accountAlert.release'> = async (tx, context, op) =>
  releaseWork(tx, context, await heldAlert(tx, context, op))

export const escalateAlert: Effect<'accountAlert.escalate'> = async (tx, context, op) =>
  escalateWork(tx, context, await heldAlert(tx, context, op), op.body)
