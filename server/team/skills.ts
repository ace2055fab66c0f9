/** How good people are at a rule: what a manager entered for its area, or else how many of its decisions they took. */
import { sql } from 'kysely'
import type { Input } from '#contract/call.ts'
import type { team } from '#contract/calls/team.ts'
import { areaOf, AREA_LABELS, LEVEL_NAMES, SKILL_AREAS, SKILL_MOST } from '#contract/model/team/skills.ts'
import type { EnteredSkill } from '#contract/model/team/team.ts'
import { record } from '#server/audit/audit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { canWorkOn } from '#server/identity/workers.ts'
import type { Db } from '#server/store/sql.ts'

/** The period in days whose decisions count as practice. */
const PRACTICE_DAYS = 90

/** The skills that were entered, by account, in the order of the areas. */
export async function enteredSkills(db: Db, platform: string): Promise<Map<string, EnteredSkill[]>> {
  const rows = await db
    .selectFrom('staff_skill')
    .select(['account', 'area', 'level'])
    .where('platform', '=', platform)
    .execute()
  const byAccount = new Map<string, EnteredSkill[]>()
  for (const area of SKILL_AREAS) {
    for (const row of rows) {
      if (row.area === area)
        byAccount.set(row.account, [...(byAccount.get(row.account) ?? []), { area, level: row.level }])
    }
  }
  return byAccount
}

/** Enters a skill, changes it, or takes it away. */
export async function setSkill(
  context: Context,
  { person, area, level, was }: Input<typeof team.setSkill>['body'],
): Promise<{ message: string }> {
  const { db, platform, account, now } = context
  return db.transaction().execute(async (tx) => {
    const found = tx.selectFrom('account as p').select('p.id').where('p.id', '=', person).where(canWorkOn(platform))
    if (!(await found.executeTakeFirst())) throw new Refusal(400, 'person: nobody of that name works here')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`skill:${platform}:${person}`}, 0))`.execute(tx)
    const row = tx.selectFrom('staff_skill').select('level').where('platform', '=', platform)
    const kept = await row.where('account', '=', person).where('area', '=', area).executeTakeFirst()
    const before = kept?.level ?? 0
    if (before !== was) throw new Refusal(409, 'Somebody else changed this skill since you read it.')
    if (level === 0) {
      const gone = tx.deleteFrom('staff_skill').where('platform', '=', platform)
      await gone.where('account', '=', person).where('area', '=', area).execute()
    } else {
      const fields = { level, updated_by: account.id, updated_at: now() }
      await tx
        .insertInto('staff_skill')
        .values({ platform, account: person, area, ...fields })
        .onConflict((conflict) => conflict.columns(['platform', 'account', 'area']).doUpdateSet(fields))
        .execute()
    }
    await record(tx, context, {
      action: 'set skill',
      object: { kind: 'account', id: person },
      before: { area, level: before },
      after: { area, level },
    })
    return { message: `${AREA_LABELS[area]}: ${LEVEL_NAMES[level]}.` }
  })
}

/** The basis of a person's skill at a rule. */
export type Basis = 'entered' | 'practice'

export interface Skills {
  /** From 0 to 1. */
  of: (person: string, ruleId: string) => number
  /** Null where nothing is known. */
  basisOf: (person: string, ruleId: string) => Basis | null
}

/** The skills of people at every rule of the platform. */
export async function skillsOf(
  db: Db,
  { platform, now, people }: { platform: string; now: Date; people: readonly string[] },
): Promise<Skills> {
  const since = new Date(now.getTime() - PRACTICE_DAYS * 86_400_000)
  const [entered, rules, decided] = await Promise.all([
    enteredSkills(db, platform),
    db.selectFrom('rule').select(['id', 'type']).where('platform', '=', platform).execute(),
    sql<{ person: string; rule: string; count: number }>`
      select resolved_by as person, rule_id::text as rule, count(*)::int as count from alert
      where resolved_by = any(${people}) and resolved_at > ${since} and platform = ${platform}
      group by 1, 2`.execute(db),
  ])
  const areas = new Map(rules.map(({ id, type }) => [id, areaOf(type)]))
  const totals = new Map<string, number>()
  for (const { rule, count } of decided.rows) totals.set(rule, (totals.get(rule) ?? 0) + count)
  const shares = new Map(
    decided.rows.map(({ person, rule, count }) => [`${person} ${rule}`, count / (totals.get(rule) ?? 1)]),
  )
  const enteredLevel = (person: string, ruleId: string) => {
    const area = areas.get(ruleId)
    return entered.get(person)?.find((one) => one.area === area)?.level
  }
  const practice = (person: string, ruleId: string) => shares.get(`${person} ${ruleId}`)
  return {
    of(person, ruleId) {
      const level = enteredLevel(person, ruleId)
      return level === undefined ? (practice(person, ruleId) ?? 0) : level / SKILL_MOST
    },
    basisOf(person, ruleId) {
      if (enteredLevel(person, ruleId) !== undefined) return 'entered'
      return practice(person, ruleId) === undefined ? null : 'practice'
    },
  }
}
