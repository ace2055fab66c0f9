/**
 * Four eyes on rules (docs/design/specification.md#four-eyes): an action is stored as a proposal on its base revision,
 * and takes effect once another person approves it. A new or cloned rule is `proposed` and does not run until then.
 */
import type { Transaction } from 'kysely'
import type { Rule, RuleBody, RuleProposal } from '#contract/model/rules/rule.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/schema/database.ts'
import { needReason, NO_RATIONALE, type Rationale } from './evidence.ts'
import { whyNotDecideProposal } from './proposal-rights.ts'
import { findProposal, lockProposal } from './proposal-queries.ts'
import { findRule, type ProposalBody } from './queries.ts'
import {
  addRule,
  audit,
  clonedRule,
  contentOf,
  faultsNow,
  holdForChange,
  holdRule,
  markDeleted,
  toColumns,
  writeRevision,
  writeStage,
  type Change,
  type ChangeTerms,
  type Expected,
  type Writer,
} from './rule-writer.ts'

type Tx = Transaction<Database>

const missing = (id: string) => new Refusal(404, `There is no proposal ${id} here.`)

/** Makes a rule that waits; answers it. */
export async function proposeRule(
  tx: Tx,
  by: Writer,
  body: RuleBody,
  { rationale = NO_RATIONALE }: { rationale?: Rationale } = {},
): Promise<Rule> {
  const rule = await addRule(tx, by, body, { action: 'propose rule', stage: 'proposed', rationale })
  return keep(tx, by, rule, { kind: 'add', body: { stage: body.stage ?? 'live' }, rationale })
}

/** Copies a rule to another platform, where it waits. */
export async function proposeClone(tx: Tx, by: Writer, id: string, platform: string): Promise<Rule> {
  const { body, action } = await clonedRule(tx, by, id, platform)
  const there = { ...by, platform }
  const rule = await addRule(tx, there, body, { action, stage: 'proposed' })
  return keep(tx, there, rule, { kind: 'add', body: { stage: body.stage ?? 'live' } })
}

/** Stores a change as a proposal, unless it changes nothing. Returns the current rule. */
export async function proposeChange(
  tx: Tx,
  by: Writer,
  id: string,
  change: Change,
  terms: ChangeTerms = {},
): Promise<Rule> {
  const { before, body, rationale } = await holdForChange(tx, by, id, change, terms)
  if (!body) return before
  return keep(tx, by, before, { kind: 'change', body: contentOf(body), rationale })
}

export async function proposeDelete(tx: Tx, by: Writer, id: string, expected: Expected): Promise<Rule> {
  return keep(tx, by, await holdRule(tx, by, id, expected), { kind: 'delete', body: {} })
}

export async function proposeStage(
  tx: Tx,
  by: Writer,
  id: string,
  stage: 'live' | 'shadow',
  { rationale = NO_RATIONALE, ...expected }: Expected & { rationale?: Rationale },
): Promise<Rule> {
  const before = await holdRule(tx, by, id, expected)
  if ((before.stage ?? 'live') === stage) return before
  needReason(rationale, 'reason')
  return keep(tx, by, before, { kind: 'stage', body: { stage }, rationale })
}

interface Kept {
  kind: RuleProposal['kind']
  body: ProposalBody
  rationale?: Rationale
}

async function keep(
  tx: Tx,
  by: Writer,
  { id, platform, revisionId }: Rule,
  { kind, body, rationale = NO_RATIONALE }: Kept,
): Promise<Rule> {
  const proposal = await tx
    .insertInto('rule_proposal')
    .values({
      platform,
      rule_id: id,
      kind,
      revision_id: revisionId,
      body: JSON.stringify(body),
      author: by.account.id,
      at: by.now(),
      ...toColumns(rationale),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { reason: note, evidence } = rationale
  const after = { proposal: proposal.id, ...body, ...(evidence && { evidence }) }
  await audit(tx, by, id, {
    action: `propose ${ACTS[kind]}`,
    version: revisionId,
    ruleRevision: revisionId,
    after,
    note,
  })
  const rule = await findRule(tx, [platform], id)
  if (!rule) throw new Refusal(404, `There is no rule ${id} here.`)
  return rule
}

const ACTS: Record<RuleProposal['kind'], string> = {
  add: 'rule',
  change: 'change of rule',
  delete: 'deletion of rule',
  stage: 'stage of rule',
}

/** Puts a proposal into force. Refuses with 409 if the rule has changed, or could not run. */
export async function approveProposal(tx: Tx, by: Writer, id: string, note: string | undefined): Promise<RuleProposal> {
  const { proposal, rule } = await hold(tx, by, id, 'approve')
  if (proposal.revisionId !== rule.revisionId) throw new Refusal(409, 'The rule went on since it was proposed.', rule)
  const takesBack = proposal.kind === 'delete' || (proposal.kind === 'stage' && proposal.body.stage === 'shadow')
  if (!takesBack) {
    const faults = await faultsNow(tx, { ...rule, ...proposal.body }, rule)
    const told = faults.map(({ place, message }) => `${place}: ${message}`).join('; ')
    if (faults.length > 0) throw new Refusal(409, `Since it was proposed it no longer fits. ${told}`, rule)
  }
  // no longer open, so that the rule may be written
  const { differences } = await decide(tx, by, id, 'approved', note)
  const action = `approve ${ACTS[proposal.kind]}`
  const { rationale } = proposal
  const { stage } = proposal.body
  if (proposal.kind === 'delete') await markDeleted(tx, by, rule, action, note)
  else if (proposal.kind === 'change') {
    const body = { ...rule, ...proposal.body, stage: undefined }
    const { author } = proposal
    const before = contentOf(rule)
    await writeRevision(tx, by, { id: rule.id, body, author, action, before, rationale, note })
  } else await writeStage(tx, by, rule, stage ?? 'live', { action, ...rationale, note })
  if (proposal.kind === 'add' || proposal.kind === 'change') await signRevision(tx, by, rule.id, note)
  return { ...(await found(tx, by, id)), differences }
}

/** Records the approver in the revision in force. */
async function signRevision(tx: Tx, by: Writer, ruleId: string, note: string | undefined): Promise<void> {
  await tx
    .updateTable('rule_revision')
    .set({ approved_by: by.account.id, approved_at: by.now(), approval_note: note ?? null })
    .where('id', '=', tx.selectFrom('rule').select('revision_id').where('id', '=', ruleId))
    .execute()
}

/** Returns a proposal to its author, or withdraws one's own. A rule that was never in force is deleted. */
export async function returnProposal(tx: Tx, by: Writer, id: string, note: string): Promise<RuleProposal> {
  const { proposal, rule } = await hold(tx, by, id, 'return')
  const decided = await decide(tx, by, id, 'returned', note)
  if (proposal.kind === 'add')
    await tx.updateTable('rule').set({ deleted_at: by.now() }).where('id', '=', rule.id).execute()
  const { revisionId } = rule
  const entry = { action: `return ${ACTS[proposal.kind]}`, version: revisionId, ruleRevision: revisionId, note }
  await audit(tx, by, rule.id, { ...entry, before: { proposal: id } })
  return decided
}

async function hold(tx: Tx, by: Writer, id: string, act: 'approve' | 'return') {
  const proposal = await lockProposal(tx, by.platform, id)
  if (!proposal) throw missing(id)
  const why = whyNotDecideProposal(by.account.id, proposal, act)
  if (why) throw new Refusal(why.status, why.message)
  const rule = await findRule(tx, [by.platform], proposal.ruleId)
  if (!rule) throw missing(id)
  return { proposal, rule }
}

async function decide(
  tx: Tx,
  by: Writer,
  id: string,
  status: 'approved' | 'returned',
  note: string | undefined,
): Promise<RuleProposal> {
  const before = await found(tx, by, id)
  await tx
    .updateTable('rule_proposal')
    .set({ status, decided_by: by.account.id, decided_at: by.now(), note: note ?? null })
    .where('id', '=', id)
    .execute()
  return { ...(await found(tx, by, id)), differences: before.differences }
}

async function found(tx: Tx, { platform }: Writer, id: string): Promise<RuleProposal> {
  const proposal = await findProposal(tx, platform, id)
  if (!proposal) throw missing(id)
  return proposal
}
