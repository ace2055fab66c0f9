/** Answers of any length as CSV: PostgreSQL writes it, and only as fast as it is read. */
import { once } from 'node:events'
import { Readable, finished } from 'node:stream'
import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import { escapeLiteral, type Pool } from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** A reader that takes nothing for so long, or has not finished after so long, is cut off, in milliseconds. */
const LIMITS = { idle: 30_000, whole: 15 * 60_000 }

interface Copying {
  /** Ends the export, at whatever point: also before anybody has begun to read. */
  signal: AbortSignal
  /** Called once, when the connection is free again. */
  onEnd?: () => void
  limits?: typeof LIMITS
}

/**
 * The rows of a query as CSV with a header, using one connection while it is read. A reader that stops ends the
 * connection and the query. Throws before the first byte if the query fails.
 */
export async function copyCsv(
  pool: Pool,
  query: CompiledQuery,
  { signal, onEnd = () => {}, limits = LIMITS }: Copying,
): Promise<ReadableStream<Uint8Array>> {
  try {
    signal.throwIfAborted()
    const client = await pool.connect()
    const rows = client.query(copyTo(copyOf(query)))
    const reader = new Reader(rows, limits)
    const stop = () => rows.destroy(new Error('nobody waits for this export any more'))
    signal.addEventListener('abort', stop)
    finished(rows, (error) => {
      signal.removeEventListener('abort', stop)
      reader.stop()
      client.release(error ?? undefined)
      onEnd()
    })
    if (signal.aborted) stop()
    await once(rows, 'readable')
    reader.start()
    return Readable.toWeb(Readable.from(gather(rows, reader))) as ReadableStream<Uint8Array>
  } catch (error) {
    onEnd()
    throw error
  }
}

/** Ends unread exports: a stream that is never begun or that stalls. */
class Reader {
  readonly #rows: Readable
  readonly #limits: typeof LIMITS
  #idle: NodeJS.Timeout | undefined
  #whole: NodeJS.Timeout | undefined

  constructor(rows: Readable, limits: typeof LIMITS) {
    this.#rows = rows
    this.#limits = limits
  }

  start(): void {
    const end = () => this.#rows.destroy(new Error('the export was read too slowly'))
    this.#idle = setTimeout(end, this.#limits.idle)
    this.#whole = setTimeout(end, this.#limits.whole)
  }

  /** It takes something: the time begins again. */
  takes(): void {
    this.#idle?.refresh()
  }

  stop(): void {
    clearTimeout(this.#idle)
    clearTimeout(this.#whole)
  }
}

/** PostgreSQL sends 8 kB at a time; each piece that goes on costs the same, however long it is. */
const PIECE = 128 * 1024

/** By it spreadsheets know UTF-8: without it they read a CSV in the encoding of their country. */
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

async function* gather(rows: AsyncIterable<Buffer>, reader: Reader): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [BYTE_ORDER_MARK]
  let size = BYTE_ORDER_MARK.length
  for await (const part of rows) {
    reader.takes()
    parts.push(part)
    size += part.length
    if (size < PIECE) continue
    yield Buffer.concat(parts, size)
    parts = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(parts, size)
}

/** Tab, line feed, carriage return, and the signs + - = @, which spreadsheets take in their full width too. */
const FORMULA_STARTS = sql.raw('9, 10, 13, 43, 45, 61, 64, 65291, 65293, 65309, 65312')
/** Spreadsheets look past these: space, no-break space, ideographic space. */
const SPACES = sql.lit(' \u00a0\u3000')

/** A text that no spreadsheet takes for a formula: where it begins like one, an apostrophe goes before it. */
export function safeCell(text: RawBuilder<string | null>): RawBuilder<string | null> {
  // by the code of its first character: a pattern for every cell costs as much as all the rest
  const start = sql`ascii(ltrim(${text}, ${SPACES}))`
  return sql<string | null>`case when ${start} in (${FORMULA_STARTS}) then '''' || (${text}) else (${text}) end`
}

/**
 * A query as the statement that copies its rows out as CSV with a header. Every cell is quoted: where lists are separated
 * by semicolons, what follows one would be a cell of its own.
 */
export const copyOf = (query: CompiledQuery): string =>
  `copy (${inline(query)}) to stdout with (format csv, header, force_quote *)`

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
