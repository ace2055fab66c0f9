/** A second person's decision: approves what waits, on the version that was read, or returns it. */
import { randomUUID } from 'node:crypto'
import type { ApprovalKind, StrAction } from '#contract/model/values.ts'
import { approvePolicy } from '#server/policy-list/list.ts'
import { approveVersion, returnVersion } from '#server/allowlists/allowlist-writer.ts'
import { startResolving } from '#server/allowlists/resolve-by-allowlist.ts'
import { record } from '#server/audit/audit.ts'
import { recommendStr } from '#server/cases/effects.ts'
import { lockCase } from '#server/cases/lock-rows.ts'
import { approveConfigSet } from '#server/config-sets/write.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { ACTS, decided, findApproval, lockApproval, type LockedApproval } from '#server/four-eyes/request-approval.ts'
import { whyNotDecideApproval } from '#server/four-eyes/rights.ts'
import { coveredAlerts, loadTerms } from '#server/monitoring/allowlist-terms.ts'
import { approveAccess } from '#server/access/change-access.ts'
import { approveAccount, NEW_ACCOUNT } from '#server/access/add-account.ts'
import { checkOp } from '#server/ops/check-op.ts'
import type { Tx } from '#server/ops/effect.ts'
import { approveProposal, returnProposal } from '#server/rules/proposals.ts'
import { decideApproved } from '#server/screening/decide.ts'
import { SCREEN_ALL } from '#server/screening/screen-parties.ts'
import { approveThreshold, THRESHOLD_OBJECT } from '#server/screening/threshold-policies.ts'
import type { TaskQueue } from '#server/tasks/queue.ts'
import { closeApprovedAlert, closeApprovedCase } from './close-approved.ts'
import { decideForm, IDS, sourceOf } from './forms.ts'
import { lockObject } from './lock-object.ts'

export type Deciding =
  | { act: 'approve'; note: string; version: string }
  | { act: 'return'; note: string; version?: undefined }

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

const missing = (id: string) => new Refusal(404, `There is no approval ${id} here.`)
const DONE = { approve: 'Approved.', return: 'Returned.' } as const
/** Alerts that one task takes on. */
const TASK_MAX = 100_000
/** Closings of a bulk that one call approves; the rest waits for the next. */
const BULK_MAX = 1000

/** Decides a pending request; returns the result as text. */
export function decideApproval(context: Context, queue: TaskQueue, id: string, deciding: Deciding): Promise<string> {
  const [source, own] = sourceOf(id)
  if (source === 'form') return decideForm(context, own, deciding)
  return context.db.transaction().execute((tx) => {
    if (source === null) return decideHeld(tx, context, queue, own, deciding)
    return DECIDE[source](tx, context, own, deciding)
  })
}

const DECIDE = { rule: decideRule, str: decideStr, bulk: decideBulk }

function refuse(
  context: Context,
  asked: { kind: ApprovalKind; author: string; status: 'open' | 'approved' | 'returned' },
  act: 'approve' | 'return',
): void {
  const why = whyNotDecideApproval(context.account, asked, act)
  if (why) throw new Refusal(why.status, why.message)
}

async function decideRule(tx: Tx, context: Context, id: string, { act, note }: Deciding): Promise<string> {
  // the role; the rules of the proposal follow
  refuse(context, { kind: 'rule', author: '', status: 'open' }, act)
  await (act === 'approve' ? approveProposal(tx, context, id, note) : returnProposal(tx, context, id, note))
  return DONE[act]
}

/** The same rule as "Recommend STR" on the case. */
async function decideStr(tx: Tx, context: Context, caseId: string, { act, note, version }: Deciding): Promise<string> {
  const row = await lockCase(tx, context.platform, { caseId })
  if (row.str_proposed_by === null) throw new Refusal(409, 'No STR waits on this case any more.')
  if (!context.config.fourEyes.includes('str')) throw new Refusal(409, 'The policy is off: decide on the case.')
  const action: StrAction = act === 'approve' ? 'proceed' : 'reject'
  const target = { platform: context.platform, caseId }
  const expect = version === undefined ? {} : { expect: { version: Number(version) } }
  const op = checkOp({ opId: randomUUID(), kind: 'case.recommendStr', target, body: { action, note }, ...expect })
  return (await recommendStr(tx, context, op)).message
}

async function decideHeld(tx: Tx, context: Context, queue: TaskQueue, id: string, deciding: Deciding): Promise<string> {
  const asked = await findApproval(tx, context.platform, id)
  if (!asked) throw missing(id)
  refuse(context, asked, deciding.act)
  await lockObject(tx, context, asked)
  const held = await lockApproval(tx, context.platform, id)
  if (!held) throw missing(id)
  // somebody else decided it while this one waited
  refuse(context, held, deciding.act)
  const { act, note } = deciding
  await decided(tx, context, id, { status: act === 'approve' ? 'approved' : 'returned', note })
  if (deciding.act === 'approve') await approve(tx, context, queue, held, deciding)
  else await giveBack(tx, context, held, note)
  return DONE[act]
}

async function approve(
  tx: Tx,
  context: Context,
  queue: TaskQueue,
  held: LockedApproval,
  { note, version }: { note: string; version: string },
): Promise<void> {
  if (held.kind === 'hardstop' || held.kind === 'bulk') {
    return closeApprovedAlert(tx, context, held, { note, version })
  }
  if (held.kind === 'close') return closeApprovedCase(tx, context, held, { note, version })
  if (held.kind === 'sanctions') return decideApproved(tx, context, held, { note, version })
  if (version !== held.version) throw new Refusal(409, 'It changed since you opened it.')
  if (held.object_kind === NEW_ACCOUNT) return approveAccount(tx, context, held, note)
  if (held.kind === 'access') return approveAccess(tx, context, held, note)
  if (held.object_kind === THRESHOLD_OBJECT) {
    await queue.send(tx, SCREEN_ALL, {})
    return approveThreshold(tx, context, held, note)
  }
  if (held.kind === 'policy') return approvePolicy(tx, context, held, note)
  if (held.kind === 'configSet') return approveConfigSet(tx, context, held, note)
  if (held.kind === 'allowlist') return approveVersion(tx, context, versionOf(held, note))
  return resolve(tx, context, queue, held, note)
}

const versionOf = (held: LockedApproval, note: string) => ({
  id: held.object_id,
  versionId: held.version,
  base: String(held.body['base']),
  note,
})

/** The alerts covered now, limited to the announced number, since nobody has seen later ones. */
async function resolve(tx: Tx, context: Context, queue: TaskQueue, held: LockedApproval, note: string): Promise<void> {
  const { platform } = context
  const [terms] = await loadTerms(tx, platform, { versionId: held.version })
  if (!terms) throw new Refusal(409, 'The allowlist has a newer version, or was deleted.')
  const most = Math.min(TASK_MAX, Number(held.body['count']))
  const alertIds = await coveredAlerts(tx, platform, terms, most)
  const version = { id: held.object_id, versionId: held.version }
  const task = String(held.body['task'])
  const closeCases = held.body['closeCases'] === true
  await startResolving(tx, context, queue, { version, task, author: held.author, alertIds, closeCases, note })
}

async function giveBack(tx: Tx, context: Context, held: LockedApproval, note: string): Promise<void> {
  if (held.kind === 'allowlist') return returnVersion(tx, context, versionOf(held, note))
  await record(tx, context, {
    action: `return ${ACTS[held.kind]}`,
    object: { kind: held.object_kind, id: held.object_id },
    before: { approval: held.id },
    note,
  })
}

/** All that one person wanted to close above the limit. What cannot be closed any more is returned with the reason. */
async function decideBulk(tx: Tx, context: Context, author: string, deciding: Deciding): Promise<string> {
  const { act, note, version } = deciding
  const open = tx
    .selectFrom('approval')
    .selectAll()
    .where('platform', '=', context.platform)
    .where('author', '=', author)
    .where('kind', '=', 'bulk')
    .where('status', '=', 'open')
    .orderBy('id')
  // in one order for everybody who locks several: by case, then by alert
  const seen = (await open.execute()).slice(0, BULK_MAX)
  const inOrder = seen.toSorted(
    (a, b) => compare(a.case_id ?? '', b.case_id ?? '') || Number(a.object_id) - Number(b.object_id),
  )
  for (const one of inOrder) await lockObject(tx, context, one)
  const locked = new Set(seen.map((one) => one.id))
  const rows = await open.forUpdate().execute()
  const last = rows.at(-1)
  if (!last) throw missing(`${IDS.bulk}${author}`)
  refuse(context, last, act)
  if (version !== undefined && version !== `${rows.length}.${last.id}`) {
    throw new Refusal(409, 'There is more to close since you opened it.')
  }
  const taken = rows.filter((one) => locked.has(one.id))
  const failed = []
  for (const held of taken) if (!(await decideOne(tx, context, held, { act, note }))) failed.push(held)
  const left = rows.length - taken.length
  const told = `${act === 'approve' ? 'Approved' : 'Returned'}: ${taken.length - failed.length}`
  return `${told}${failed.length > 0 ? `, returned as decided otherwise: ${failed.length}` : ''}${left > 0 ? `, still waiting: ${left}` : ''}.`
}

async function decideOne(
  tx: Tx,
  context: Context,
  held: LockedApproval,
  { act, note }: Pick<Deciding, 'act' | 'note'>,
): Promise<boolean> {
  try {
    if (act === 'approve') await closeApprovedAlert(tx, context, held, { note, version: undefined })
    else await giveBack(tx, context, held, note)
    await decided(tx, context, held.id, { status: act === 'approve' ? 'approved' : 'returned', note })
    return true
  } catch (refusal) {
    // refusals come before any write, so the transaction is still valid
    if (!(refusal instanceof Refusal)) throw refusal
    await decided(tx, context, held.id, { status: 'returned', note: refusal.message })
    return false
  }
}
