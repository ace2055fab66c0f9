/** The relations of facts for one subject, as a sheet reads them. */
import { sql, type RawBuilder } from 'kysely'
import { MOVED, movedRows, subjectRows, SUBJECTS } from './subjects.ts'

export interface OneSubject {
  platform: string
  customerId: string
  /** None for an alert on an account. */
  transactionId: string | null
  /** The time of the event. */
  at: Date
  /** Of when states are asked. */
  asOf: Date
  caseId: string | null
  /** The alerts that belong to the subject. */
  alerts: readonly string[]
}

/** `fact_subject` of one row, and `fact_moved` where it is wanted, as the beginning of a query. */
export function withSubject(
  { platform, customerId, transactionId, at, asOf, caseId, alerts }: OneSubject,
  { isMoved }: { isMoved: boolean },
): RawBuilder<unknown> {
  const keys = sql`select 1 as n, ${customerId}::text as account, ${transactionId}::text as transaction_id,
    ${at}::timestamptz as at, ${asOf}::timestamptz as as_of, ${caseId}::text as case_id, ${alerts}::bigint[] as own`
  const moved = sql`, ${MOVED} as materialized (${movedRows(platform)})`
  return sql`with ${SUBJECTS} as materialized (${subjectRows(platform, keys)}) ${isMoved ? moved : sql``}`
}
