/**
 * Screening thresholds: one per list and kind of entry, the same on every platform. One with fewer hits needs a second
 * person, under four eyes on sanctions hits, on the platform of the request.
 */
import { sql, type Transaction } from 'kysely'
import type { ListedPolicy } from '#contract/model/policy.ts'
import { toStamp, type Person } from '#contract/model/common.ts'
import type { ScreeningThreshold, ThresholdPreview } from '#contract/model/screening/screening.ts'
import { record } from '#server/audit/audit.ts'
import type { Account, Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { DECIDED_OTHERWISE, hold, returnOpen, type LockedApproval } from '#server/four-eyes/request-approval.ts'
import { withoutHidden } from '#server/identity/hidden-platforms.ts'
import type { PolicySource } from '#server/policies/source.ts'
import type { Database } from '#server/schema/database.ts'
import { personOf, type Db } from '#server/store/sql.ts'
import { holdLists } from './store-list.ts'
import { THRESHOLD_MAX, THRESHOLD_MIN } from './settings.ts'
import { previewThreshold, setThreshold, thresholdsOf, type Which } from './thresholds.ts'

type Tx = Transaction<Database>
type Wanted = Which & { threshold: number }
type Change = Wanted & { version: number; reason: string }

/** The kind of a threshold in audit and approvals. */
export const THRESHOLD_OBJECT = 'screening threshold'
const objectOf = ({ source, kind }: Which) => ({ kind: THRESHOLD_OBJECT, id: `${source}/${kind}` })
const KINDS = { individual: 'people', entity: 'entities' } as const
const titleOf = ({ list: name, kind }: { list: string; kind: Which['kind'] }) =>
  `${name}: match score for ${KINDS[kind]}`
const CHANGED_MEANWHILE = 'This threshold has changed since you opened it.'

function checkThreshold(threshold: number): void {
  if (threshold >= THRESHOLD_MIN && threshold <= THRESHOLD_MAX) return
  throw new Refusal(400, `threshold: between ${THRESHOLD_MIN} and ${THRESHOLD_MAX}`)
}

interface Asked {
  platform: string
  object: string
  body: LockedApproval['body']
  by: Person
  at: Date
}

/** The threshold that a request is for. */
export const wantedOf = (body: LockedApproval['body']): Wanted => body['wanted'] as Wanted

/** Pending thresholds of all platforms. */
async function asked(db: Db): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    select p.platform, p.object_id as object, p.body, ${personOf('w')} as by, p.at
    from approval p join account w on w.id = p.author
    where p.object_kind = ${THRESHOLD_OBJECT} and p.status = 'open'`.execute(db)
  return rows
}

/** Every threshold with what waits; a platform that the reader has no access to is not named. */
export async function listThresholds(db: Db, reader: Account): Promise<ScreeningThreshold[]> {
  const [thresholds, waiting] = await Promise.all([thresholdsOf(db), asked(db)])
  return thresholds.map((one) => {
    const held = waiting.find(({ object }) => object === objectOf(one).id)
    if (!held) return { ...one, pending: null }
    const { threshold } = wantedOf(held.body)
    const { platform } = withoutHidden(reader, { platform: held.platform })
    return { ...one, pending: { threshold, by: held.by, at: toStamp(held.at), platform } }
  })
}

/** Throws 404 where no list in force has such entries. */
async function requireThreshold(db: Db, reader: Account, { source, kind }: Which): Promise<ScreeningThreshold> {
  const found = (await listThresholds(db, reader)).find((each) => each.source === source && each.kind === kind)
  if (!found) throw new Refusal(404, `There is no list ${source} in force.`)
  return found
}

/** A higher one loosens: fewer pairs are hits. */
const takesTwo = ({ config }: Context, now: ScreeningThreshold, { threshold }: Wanted) =>
  config.fourEyes.includes('sanctions') && threshold > now.threshold

/** The effect of a threshold on the platform of the request, and whether it would need approval. */
export async function tryThreshold(tx: Tx, context: Context, wanted: Wanted): Promise<ThresholdPreview> {
  checkThreshold(wanted.threshold)
  const now = await requireThreshold(tx, context.account, wanted)
  return { ...(await previewThreshold(tx, context.platform, wanted)), waits: takesTwo(context, now, wanted) }
}

/** Sets a threshold, or keeps one that loosens until a second person approves it; answers what is then. */
export async function changeThreshold(tx: Tx, context: Context, change: Change): Promise<ScreeningThreshold> {
  checkThreshold(change.threshold)
  await holdLists(tx)
  const now = await requireThreshold(tx, context.account, change)
  if (takesTwo(context, now, change)) await holdThreshold(tx, context, now, change)
  else await write(tx, context, change)
  return await requireThreshold(tx, context.account, change)
}

/** Scores are shown from 0 to 100. */
const scoreOf = (threshold: number) => Math.round(threshold * 1000) / 10

async function holdThreshold(tx: Tx, context: Context, now: ScreeningThreshold, change: Change): Promise<void> {
  const { source, kind, threshold, version, reason } = change
  if (now.pending) throw new Refusal(409, `${now.pending.by.name} proposed another: it waits for a second person.`, now)
  if (now.version !== version) throw new Refusal(409, CHANGED_MEANWHILE, now)
  const { open, ended } = await previewThreshold(tx, context.platform, change)
  await hold(tx, context, {
    kind: 'policy',
    object: objectOf(now),
    label: titleOf(now),
    version,
    body: {
      wanted: { source, kind, threshold },
      before: { matchScore: scoreOf(now.threshold) },
      after: { matchScore: scoreOf(threshold) },
      preview: { open, ended },
    },
    reason,
  })
}

/** Sets a requested threshold once another person approves it. */
export async function approveThreshold(tx: Tx, context: Context, held: LockedApproval, note: string): Promise<void> {
  await holdLists(tx)
  await write(tx, context, { ...wantedOf(held.body), version: Number(held.version), reason: note })
}

/** Sets a threshold and audits it; 409 with the current one if it has changed. */
async function write(tx: Tx, context: Context, change: Change): Promise<void> {
  const object = objectOf(change)
  const before = await requireThreshold(tx, context.account, change)
  // the pending request was made on the earlier threshold
  for (const held of await asked(tx)) {
    if (held.object !== object.id) continue
    await returnOpen(tx, { ...context, platform: held.platform }, object, DECIDED_OTHERWISE)
  }
  const isSet = await setThreshold(tx, change, { by: context.account.id, now: context.now() })
  const current = await requireThreshold(tx, context.account, change)
  if (!isSet) throw new Refusal(409, CHANGED_MEANWHILE, current)
  await record(tx, context, {
    action: 'set screening threshold',
    object,
    platform: null,
    version: current.version,
    before: { threshold: before.threshold },
    after: { threshold: current.threshold },
    reason: change.reason,
  })
}

async function list(db: Db): Promise<ListedPolicy[]> {
  const [thresholds, set] = await Promise.all([
    thresholdsOf(db),
    db
      .selectFrom('sanctions_threshold as t')
      .leftJoin('account as p', 'p.id', 't.updated_by')
      .select(['t.source', 't.kind', 't.updated_at', personOf('p').as('by')])
      .execute(),
  ])
  return thresholds.map(({ source, list: name, kind, threshold, version }) => {
    const row = set.find((one) => one.source === source && one.kind === kind)
    return {
      // named as approvals name it, so that the list of policies shows the pending one
      id: objectOf({ source, kind }).id,
      group: 'Screening',
      title: titleOf({ list: name, kind }),
      text: 'A pair with at least this score is a hit, on every platform. Open hits below a higher one end at once.',
      field: null,
      value: null,
      shown: String(threshold),
      where: 'Screening lists, after a preview',
      isConfiguration: false,
      version,
      changedBy: row?.by ?? null,
      changedAt: row ? toStamp(row.updated_at) : null,
    }
  })
}

/** They have a screen of their own: what a change does to open hits is shown there before it is made. */
export const thresholdPolicies: PolicySource = { list }
