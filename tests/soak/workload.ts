/** The analyst's work: notes, assignments, statuses and decisions on a few cases, planned as the product plans them. */
import type { Page } from '@playwright/test'
import type { CaseItem } from '#contract/model/cases/case.ts'
import type { OpDraft } from '#contract/ops/op.ts'
import type { Random } from '#server/demo/random.ts'
import { planAssign, planClose, planNote, planStatus } from '#src/features/cases/queue/plans.ts'
import type { MadeCase } from '#tests/support/world.ts'
import type { Client, Taken } from './client.ts'
import { factsRead } from '#tests/support/rows.ts'
import { within } from './pause.ts'
import type { Soak } from './soak.ts'

/** Few enough that operations meet on a case. */
export const CASES = 20
const PEOPLE = [
  { id: 'manager', name: 'Ingrid Okafor' },
  { id: 'analyst', name: 'Mara Lindqvist' },
  { id: 'analyst2', name: 'Tomás Herrera' },
] as const
/** How long taking in may last before it counts as unknown. */
const PATIENCE_MS = 8000

/** The operations of a command on a few cases, as the product plans them on the state of the tab. */
function plan(random: Random, ids: readonly string[], rowOf: (id: string) => CaseItem | undefined): readonly OpDraft[] {
  const targets = { ids, rowOf }
  const note = `Note ${random.int(1, 1_000_000)}`
  const act = random.weighted([
    ['note', 3],
    ['assign', 4],
    ['await', 2],
    ['new', 2],
    ['resolve', 1],
  ] as const)
  if (act === 'note') return planNote(targets, note).ops
  if (act === 'assign') return planAssign(targets, random.pick(PEOPLE)).ops
  if (act === 'resolve')
    return planClose({ ...targets, evidenceOf: () => factsRead }, 'resolve', () => note, undefined).ops
  return planStatus(targets, act).ops
}

/** One command on up to ten cases; on what the tab does not know yet, a note. */
export async function command(
  { client, cases }: Pick<Soak, 'client' | 'cases'>,
  page: Page,
  random: Random,
): Promise<Taken[]> {
  const few = Array.from({ length: random.int(1, 10) }, () => random.pick(cases))
  const some = [...new Map(few.map((one) => [one.id, one])).values()]
  const drafts = await planned(client, page, some, random)
  return within(PATIENCE_MS, client.accept(page, drafts))
}

async function planned(client: Client, page: Page, some: readonly MadeCase[], random: Random): Promise<OpDraft[]> {
  const ids = some.map(({ id }) => id)
  const views = (await within(PATIENCE_MS, client.insight.views(page, ids))) as CaseItem[]
  const drafts = plan(random, ids, (id) => views[ids.indexOf(id)] ?? undefined)
  return drafts.length > 0 ? [...drafts] : some.map((one) => noteOn(one, random))
}

const targetOf = ({ platform, customerId, id, uuid }: MadeCase) => ({
  platform,
  customerId,
  caseId: id,
  caseUuid: uuid,
})

function noteOn(one: MadeCase, random: Random): OpDraft {
  return { kind: 'case.note', target: targetOf(one), body: { note: `Note ${random.int(1, 1_000_000)}` } }
}
