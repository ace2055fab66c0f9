/** Answers of any length as CSV: PostgreSQL writes it, and only as fast as it is read. */
import { once } from 'node:events'
import { Readable, finished } from 'node:stream'
import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import { escapeLiteral, type Pool } from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/**
 * A query's rows as CSV with a header, one connection for as long as somebody reads. Whoever stops reading costs the
 * connection, which ends the query. Throws before the first byte if the query fails.
 */
export async function copyCsv(pool: Pool, query: CompiledQuery): Promise<ReadableStream<Uint8Array>> {
  const client = await pool.connect()
  const rows = client.query(copyTo(copyOf(query)))
  finished(rows, (error) => client.release(error ?? undefined))
  await once(rows, 'readable')
  return Readable.toWeb(Readable.from(gather(rows))) as ReadableStream<Uint8Array>
}

/** PostgreSQL sends 8 kB at a time; each piece that goes on costs the same, however long it is. */
const PIECE = 128 * 1024

async function* gather(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  for await (const part of rows) {
    parts.push(part)
    size += part.length
    if (size < PIECE) continue
    yield Buffer.concat(parts, size)
    parts = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(parts, size)
}

/** Tab, carriage return, and the signs + - = @. */
const FORMULA_STARTS = sql.raw('9, 13, 43, 45, 61, 64')

/** A text that no spreadsheet takes for a formula: where it begins like one, an apostrophe goes before it. */
export function safeCell(text: RawBuilder<string | null>): RawBuilder<string | null> {
  // by the code of its first character: a pattern for every cell costs as much as all the rest
  return sql<string | null>`case when ascii(${text}) in (${FORMULA_STARTS}) then '''' || (${text}) else (${text}) end`
}

/** A query as the statement that copies its rows out as CSV with a header. */
export const copyOf = (query: CompiledQuery): string => `copy (${inline(query)}) to stdout with (format csv, header)`

/** COPY takes no parameters: their values are written into the text, each as a literal of its own. */
function inline({ sql: text, parameters }: CompiledQuery): string {
  return text.replaceAll(/\$(\d+)/g, (_, n: string) => literal(parameters[Number(n) - 1]))
}

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return escapeLiteral(value)
  if (value instanceof Date) return `${escapeLiteral(value.toISOString())}::timestamptz`
  throw new TypeError(`no literal for a ${typeof value}`)
}
