/** Checks whether the facts of a case or an account alert were read on this device, and what a decision carries of them. Pure. */
import { closingFacts } from '#contract/model/facts/rule-facts.ts'
import type { FactSheet } from '#contract/model/facts/facts.ts'
import { factsOf, outstandingSteps, sealOf, type SeenFacts } from '#contract/model/facts/seen-facts.ts'
import { countOf } from '#src/format/count.ts'

const MINUTE = 60_000

/** The subject of a decision: an alert by its id and the type of its rule, or the whole case. */
export interface Subject {
  id: string
  ruleType?: string | undefined
}

export interface ReadEvidence {
  /** The reason why nothing may be closed on them without a report; null where it may. */
  unread: string | null
  /** The remark of a note on older facts: when they were read; null if they are current. */
  age: string | null
  /** The facts may be read now: they are missing, or older than the policy allows. */
  isWanted: boolean
  /** The outstanding procedure steps of an alert. */
  stepsOf(alert: Subject): readonly string[]
  /** The reason that excludes an alert from a bulk decision; null for none. */
  againstBulk(alert: Subject & { alertLevel: string }): string | null
  /** The evidence of a decision on an alert, or on the case; undefined if nothing was read. */
  sealFor(alert: Subject | null): SeenFacts | undefined
}

/** A sheet as far as this device has it. */
export interface ReadSheet {
  sheet: FactSheet | undefined
  /** When it was read by this device's clock, ms. */
  readAt: number
}

export interface Reading {
  /** The server gives facts, and closings rest on them. */
  isRequired: boolean
  isOffline: boolean
  /** By this device's clock, ms. */
  now: number
}

/** The reason why facts cannot be decided on: not read, or too long ago. */
function whyUnread({ sheet, readAt }: ReadSheet, { isRequired, isOffline, now }: Reading): string | null {
  if (!isRequired) return null
  if (!sheet) return isOffline ? 'its facts were not read before the connection was lost' : 'its facts are not read yet'
  const { limits } = sheet
  const limit = isOffline ? limits?.offlineMinutes : limits?.minutes
  const age = Math.floor((now - readAt) / MINUTE)
  return limit === undefined || age <= limit
    ? null
    : `its facts are ${countOf(age, 'minute')} old, and ${limit} are allowed`
}

/** The reason that excludes an alert from a decision on several. */
export const STEPS_OUTSTANDING = 'outstanding procedure steps'

/** Facts on screen are read again while there is a connection; older ones are of a time that is told. */
const CURRENT_MINUTES = 15
const isOld = ({ readAt }: ReadSheet, { now }: Reading): boolean => now - readAt > CURRENT_MINUTES * MINUTE

/** The evidence of one case or account alert. */
export function evidenceOf(read: ReadSheet, reading: Reading): ReadEvidence {
  const { sheet } = read
  const unread = whyUnread(read, reading)
  const factsOn = (id: string) => (sheet ? factsOf(sheet, id) : [])
  return {
    unread,
    age: sheet && unread === null && isOld(read, reading) ? `Facts as of ${sheet.asOf.date} UTC.` : null,
    isWanted: unread !== null && !reading.isOffline,
    stepsOf: ({ id }) => outstandingSteps(factsOn(id)),
    againstBulk({ id, alertLevel }) {
      if (alertLevel === 'hardstop') return 'hard stop'
      const facts = factsOn(id)
      const isAny = (fact: string) =>
        facts.some((one) => one.id === fact && one.state === 'known' && Number(one.value) > 0)
      if (isAny('alert.match') || isAny('sanctions.open')) return 'open sanctions match'
      return outstandingSteps(facts).length > 0 ? STEPS_OUTSTANDING : null
    },
    sealFor(alert) {
      if (!sheet) return undefined
      const seal = sealOf(sheet, alert?.id ?? null)
      const wanted = new Set<string>(closingFacts(alert?.ruleType))
      return { ...seal, versions: Object.fromEntries(Object.entries(seal.versions).filter(([id]) => wanted.has(id))) }
    },
  }
}

/** Both what claims cite and what the decision rests on. */
export const joinSeals = (one: SeenFacts | undefined, other: SeenFacts | undefined): SeenFacts | undefined =>
  one && other ? { ...other, ...one, versions: { ...other.versions, ...one.versions } } : (one ?? other)
