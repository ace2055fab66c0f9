/** Palette results about cases from this device: loaded rows, managers and rules. */
import type { CaseAlert, CaseItem } from '#contract/model/cases/case.ts'
import { foldText } from '#contract/fold-text.ts'
import { rankItems } from '#src/commands/palette/rank.ts'
import type { Hit, HitKind } from '#src/commands/ports.ts'
import type { Manager } from '#src/features/cases/detail/case-deps.ts'
import { caseHref, customerHref, ruleHref } from '#src/features/cases/links.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { formatCount } from '#src/format/count.ts'
import { DEFAULT_FILTER, type CaseFilter } from './filter.ts'
import type { Queue } from './queue.ts'

const MOST = 20

export interface Findable {
  queue: Queue
  /** As far as read before; empty otherwise. */
  managers(platform: string): readonly Manager[]
  rules(platform: string): readonly { id: string; name: string }[]
  /** The address of a queue through a filter. */
  hrefOf(platform: string, filter: CaseFilter): string
}

/** At most twenty of a kind, best first, cases in the order of the queue. */
export function findOnDevice(known: Findable, query: string, kinds: readonly HitKind[]): Hit[] {
  const { queue } = known
  const platform = currentPlatform()
  const rows = kinds.some((kind) => kind === 'case' || kind === 'alert' || kind === 'customer') ? rowsOf(queue) : []
  const wanted = foldText(query)
  const found: Partial<Record<HitKind, () => Hit[]>> = {
    case: () => rows.filter((row) => isCase(row, wanted)).map(caseHit),
    alert: () => rows.flatMap((row) => alertHits(row, wanted)),
    customer: () => customerHits(rows, query),
    manager: () => managerHits(known, platform, query),
    rule: () => ranked(known.rules(platform), query).map(({ id, name }) => ruleHit(platform, id, name)),
  }
  return kinds.flatMap((kind) => found[kind]?.().slice(0, MOST) ?? [])
}

function rowsOf({ list, rowOf }: Queue): CaseItem[] {
  const { order } = list.order.getState()
  return Array.from({ length: order.total }, (_, index) => rowOf(order.idAt(index) ?? '')).filter(
    (row) => row !== undefined,
  )
}

const isCase = ({ id, data }: CaseItem, wanted: string) =>
  wanted !== '' && [id, data.clientName, data.counterpartyName].some((text) => foldText(text).includes(wanted))

/** A case, as the palette lists it. */
export const caseHit = ({ id, platform, data }: CaseItem): Hit => ({
  kind: 'case',
  id,
  title: id,
  detail: `${data.clientName} and ${data.counterpartyName}`,
  href: caseHref(platform, id),
})

/** A rule, as the palette lists it. */
export const ruleHit = (platform: string, id: string, title: string): Hit => ({
  kind: 'rule',
  id,
  title,
  href: ruleHref(platform, id),
})

/** An alert by the beginning of its id. */
export const alertHits = ({ id, platform, alerts }: CaseItem, wanted: string): Hit[] =>
  alerts
    .filter((alert) => wanted.length >= 4 && alert.id.toLowerCase().startsWith(wanted))
    .map((alert) => alertHit(platform, id, alert))

/** An alert, as the palette lists it. */
export const alertHit = (
  platform: string,
  caseId: string,
  { id, ruleName }: Pick<CaseAlert, 'id' | 'ruleName'>,
): Hit => ({
  kind: 'alert',
  id,
  title: ruleName,
  detail: `on ${caseId}, ${id}`,
  href: caseHref(platform, caseId),
})

function customerHits(rows: readonly CaseItem[], query: string): Hit[] {
  const byId = new Map(rows.map((row) => [row.customerId, row]))
  const customers = [...byId.values()].map(({ customerId, platform, data }) => ({
    title: data.clientName,
    keywords: [customerId],
    hit: customerHit(platform, customerId, data.clientName, customerId),
  }))
  return rankItems(customers, query, () => 0).map(({ hit }) => hit)
}

/** A customer, as the palette lists them. */
export const customerHit = (platform: string, id: string, title: string, detail: string): Hit => ({
  kind: 'customer',
  id,
  title,
  detail,
  href: customerHref(platform, id),
})

/** Managers lead to what they have in the queue. */
function managerHits({ managers, hrefOf }: Findable, platform: string, query: string): Hit[] {
  return ranked(managers(platform), query).map(({ id, name, open }) => ({
    kind: 'manager',
    id,
    title: name,
    ...(open !== undefined && { detail: `${formatCount(open)} open` }),
    href: hrefOf(platform, { ...DEFAULT_FILTER, user: id }),
  }))
}

const ranked = <T extends { id: string; name: string }>(items: readonly T[], query: string) =>
  rankItems(
    items.map((item) => ({ ...item, title: item.name, keywords: [item.id] })),
    query,
    () => 0,
  )
