/** Pending approvals of every kind, and the latest decided ones. */
import { sql, type Kysely, type Selectable } from 'kysely'
import type { Approval } from '#contract/model/cases/approval.ts'
import { toStamp, type Person } from '#contract/model/common.ts'
import { differencesOf } from '#contract/model/rules/difference.ts'
import type { RuleProposal } from '#contract/model/rules/rule.ts'
import type { ApprovalKind } from '#contract/model/values.ts'
import { differencesOfVersion } from '#server/allowlists/allowlist-writer.ts'
import { RESOLVING } from '#server/allowlists/resolve-by-allowlist.ts'
import type { Account } from '#server/core/context.ts'
import { whyNotDecideApproval } from '#server/four-eyes/rights.ts'
import { withoutHidden } from '#server/identity/hidden-platforms.ts'
import { listProposals } from '#server/rules/proposal-queries.ts'
import type { Database } from '#server/schema/database.ts'
import { THRESHOLD_OBJECT, wantedOf } from '#server/screening/threshold-policies.ts'
import { personOf, stampOrNull } from '#server/store/sql.ts'
import { formsInReview, IDS } from './forms.ts'

type Db = Kysely<Database>
/** A list is for people. */
const MOST = 200

interface Wanted {
  platform: string
  status: 'open' | 'decided'
  kind?: ApprovalKind | undefined
}

/** A form has its own approval rule; the other kinds share one. */
type Unjudged = Omit<Approval, 'refusal'> & Partial<Pick<Approval, 'refusal'>>

/** Open ones oldest first, those decided last first. */
export async function listApprovals(db: Db, reader: Account, wanted: Wanted): Promise<Approval[]> {
  const parts = await Promise.all([
    held(db, reader, wanted),
    bulks(db, wanted),
    ruleProposals(db, wanted),
    strs(db, wanted),
    wanted.status === 'open' ? formsInReview(db, reader, { platform: wanted.platform, most: MOST }) : [],
  ])
  const isWanted = ({ kind }: Unjudged) => wanted.kind === undefined || wanted.kind === kind
  const sign = wanted.status === 'open' ? 1 : -1
  const momentOf = ({ at, decidedAt }: Unjudged) => (wanted.status === 'open' ? at : (decidedAt ?? at)).date
  return parts
    .flat()
    .filter(isWanted)
    .toSorted((a, b) => sign * momentOf(a).localeCompare(momentOf(b)))
    .slice(0, MOST)
    .map((one) => {
      if (one.refusal !== undefined) return { ...one, refusal: one.refusal }
      const asked = { kind: one.kind, author: one.by.id, status: one.status }
      const refusal = one.status === 'open' ? whyNotDecideApproval(reader, asked, 'approve') : null
      return { ...one, refusal: refusal?.message ?? null }
    })
}

/** The current object; a pending version does not change. */
const LIVE_VERSION = sql<string>`coalesce(case p.object_kind
  when 'case' then (select version from monitoring_case where platform = p.platform and id = p.object_id)
  when 'alert' then (select version from alert where id = p.object_id::bigint)
  when 'sanctions hit' then (select version from sanctions_hit where id = p.object_id::bigint)
  when 'account' then (select version from account where id = p.object_id)
  end::text, p.version)`

const RULE_OF_LIST = sql<string | null>`(select rule_id from allowlist
  where p.kind in ('allowlist', 'allowlistResolve') and id = p.object_id::bigint)`

async function held(db: Db, reader: Account, { platform, status }: Wanted): Promise<Unjudged[]> {
  const isOpen = status === 'open'
  const rows = await db
    .selectFrom('approval as p')
    .innerJoin('account as w', 'w.id', 'p.author')
    .leftJoin('account as d', 'd.id', 'p.decided_by')
    .selectAll('p')
    .select([personOf('w').as('author_person'), personOf('d').as('decider'), LIVE_VERSION.as('live_version')])
    .select(RULE_OF_LIST.as('rule_id'))
    .where('p.platform', '=', platform)
    .where('p.status', isOpen ? '=' : '<>', 'open')
    // those wait together
    .where((eb) => (isOpen ? eb('p.kind', '<>', 'bulk') : eb.lit(true)))
    .orderBy(isOpen ? 'p.at' : 'p.decided_at', isOpen ? 'asc' : 'desc')
    .orderBy('p.id', isOpen ? 'asc' : 'desc')
    .limit(MOST)
    .execute()
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      kind: row.kind,
      platform,
      object: {
        kind: row.object_kind === RESOLVING ? 'allowlist' : row.object_kind,
        id: row.object_id,
        label: row.label,
        customerId: row.customer_id,
        caseId: row.case_id,
        ruleId: row.rule_id,
      },
      title: TITLES[row.kind](row.label, row.body),
      ...(row.object_kind === THRESHOLD_OBJECT && { threshold: wantedOf(row.body) }),
      by: row.author_person ?? { id: row.author, name: row.author },
      at: toStamp(row.at),
      reason: row.reason,
      version: row.live_version,
      status: row.status,
      decidedBy: row.decider,
      decidedAt: stampOrNull(row.decided_at),
      note: row.note,
      differences: await differencesIn(db, { reader, platform }, row),
    })),
  )
}

async function differencesIn(
  db: Db,
  { reader, platform }: { reader: Account; platform: string },
  { kind, version, body }: Pick<Selectable<Database['approval']>, 'kind' | 'version' | 'body'>,
): Promise<Approval['differences']> {
  if (kind === 'access' || kind === 'policy' || kind === 'configSet') {
    const { before, after } = withoutHidden(reader, body)
    return differencesOf(before, after)
  }
  return kind === 'allowlist' ? differencesOfVersion(db, platform, version, String(body['base'])) : []
}

const TITLES: Record<Database['approval']['kind'], (label: string, body: Record<string, unknown>) => string> = {
  allowlist: (label, { base }) =>
    `${base === '0' ? 'Put the new allowlist' : 'Change the allowlist'} “${label}”${base === '0' ? ' in force' : ''}`,
  allowlistResolve: (label, { count }) => `Resolve ${String(count)} alerts by the allowlist “${label}”`,
  close: (label) => `Close ${label} without an STR`,
  hardstop: (label) => `Release the hard stop ${label}`,
  bulk: (label) => `Close ${label}`,
  sanctions: (label, { outcome }) =>
    `${outcome === 'true_positive' ? 'Confirm' : 'Release'} the sanctions hit ${label}`,
  access: (label, { after }) =>
    isNewAccount(after) ? `Add an account for ${label}` : `Give ${label} the rights of an administrator`,
  policy: (label) => `Loosen the policy “${label}”`,
  configSet: (label, { rules }) => `Change the values of “${label}”, which ${String(rules)} name`,
}

/** An account that there is has no e-mail address to change. */
const isNewAccount = (after: unknown) => typeof after === 'object' && after !== null && 'email' in after

interface Bulk {
  by: Person
  at: Date
  count: number
  version: string
  reason: string | null
  parts: NonNullable<Approval['parts']>
}
/** The maximum number of named members of a bulk. */
const PARTS = 50

/** A person's closings above the limit are one pending entry. */
async function bulks(db: Db, { platform, status }: Wanted): Promise<Unjudged[]> {
  if (status !== 'open') return []
  const { rows } = await sql<Bulk>`
    select ${personOf('w')} as by, min(p.at) as at, count(*)::int as count, count(*) || '.' || max(p.id) as version,
      case when count(distinct p.reason) = 1 then min(p.reason) end as reason,
      (array_agg(json_build_object('label', p.label, 'caseId', p.case_id) order by p.id))[:${PARTS}] as parts
    from approval p join account w on w.id = p.author
    where p.platform = ${platform} and p.status = 'open' and p.kind = 'bulk' group by w.id`.execute(db)
  return rows.map(({ by, at, count, version, reason, parts }) => ({
    ...UNDECIDED,
    id: `${IDS.bulk}${by.id}`,
    kind: 'bulk',
    platform,
    object: { kind: 'account', id: by.id, label: `${count} alerts`, customerId: null, caseId: null },
    parts,
    title: `Close ${count === 1 ? 'one alert' : `${count} alerts`}`,
    by,
    at: toStamp(at),
    reason,
    version,
  }))
}

const UNDECIDED = { status: 'open' as const, decidedBy: null, decidedAt: null, note: null, differences: [] }

async function ruleProposals(db: Db, { platform, status }: Wanted): Promise<Unjudged[]> {
  const proposals = await listProposals(db, platform, status)
  return proposals.map((one) => ({
    id: `${IDS.rule}${one.id}`,
    kind: 'rule',
    platform,
    object: { kind: 'rule', id: one.ruleId, label: one.ruleName, customerId: null, caseId: null },
    title: RULE_TITLES[one.kind](one.ruleName),
    by: one.author,
    at: one.at,
    reason: one.reason ?? null,
    evidence: one.evidence ?? null,
    // a rule with a pending change cannot be changed
    version: one.id,
    status: one.status,
    decidedBy: one.decidedBy,
    decidedAt: one.decidedAt,
    note: one.note,
    differences: one.differences,
  }))
}

const RULE_TITLES: Record<RuleProposal['kind'], (name: string) => string> = {
  add: (name) => `Add the rule “${name}”`,
  change: (name) => `Change the rule “${name}”`,
  delete: (name) => `Delete the rule “${name}”`,
  stage: (name) => `Change the stage of the rule “${name}”`,
}

/** A pending STR is on its case; a decided one is in the case's history. */
async function strs(db: Db, { platform, status }: Wanted): Promise<Unjudged[]> {
  if (status !== 'open') return []
  const rows = await db
    .selectFrom('monitoring_case as c')
    .innerJoin('account as w', 'w.id', 'c.str_proposed_by')
    .select(['c.id', 'c.customer_id', 'c.client_name', 'c.version', 'c.str_proposed_at', 'c.created_at'])
    .select([
      personOf('w').as('by'),
      sql<
        string | null
      >`(select note from audit where platform = c.platform and object_kind = 'case' and object_id = c.id
        and action = 'propose STR' order by n desc limit 1)`.as('reason'),
    ])
    .where('c.platform', '=', platform)
    .where('c.str_proposed_by', 'is not', null)
    .orderBy('c.str_proposed_at')
    .limit(MOST)
    .execute()
  return rows.flatMap((row) =>
    row.by
      ? {
          ...UNDECIDED,
          id: `${IDS.str}${row.id}`,
          kind: 'str' as const,
          platform,
          object: { kind: 'case', id: row.id, label: row.client_name, customerId: row.customer_id, caseId: row.id },
          title: `Recommend an STR on ${row.id}`,
          by: row.by,
          at: toStamp(row.str_proposed_at ?? row.created_at),
          reason: row.reason,
          version: row.version,
        }
      : [],
  )
}
