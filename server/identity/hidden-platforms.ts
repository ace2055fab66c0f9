/** Names of platforms that a reader has no access to are not read out of what is on record of an account. */
import { sql, type RawBuilder } from 'kysely'
import { PLATFORMS } from '#contract/model/platform.ts'
import type { Account } from '#server/core/context.ts'

type Reader = Pick<Account, 'platforms'>

const HIDDEN = 'another platform'
const hiddenFrom = ({ platforms }: Reader) =>
  PLATFORMS.map(({ name }) => name).filter((name) => !platforms.includes(name))

/** JSON as the reader may see it. */
export function withoutHidden<T>(reader: Reader, value: T): T {
  if (value === undefined || value === null) return value
  let text = JSON.stringify(value)
  for (const name of hiddenFrom(reader)) text = text.replaceAll(JSON.stringify(name), JSON.stringify(HIDDEN))
  return JSON.parse(text) as T
}

/** The same of a column of JSON, as text. */
export function withoutHiddenSql(reader: Reader, json: RawBuilder<unknown>): RawBuilder<string | null> {
  return hiddenFrom(reader).reduce<RawBuilder<string | null>>(
    (text, name) => sql`replace(${text}, ${sql.lit(JSON.stringify(name))}, ${sql.lit(JSON.stringify(HIDDEN))})`,
    sql`(${json})::text`,
  )
}
