// How PostgreSQL keeps files best: rows of chunks, one value, or a large object. npm run bench -- files [--json]
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Report } from '#tests/bench/report.ts'
import { round } from '#tests/bench/report.ts'
import { withDatabase } from './with-database.ts'

type Db = Parameters<Parameters<typeof withDatabase>[0]>[0]

const MIB = 1024 * 1024
/** An upload of the largest size. */
const SIZE = 10 * MIB
const FILES = 12

interface Way {
  name: string
  write: (db: Db, n: number, bytes: Buffer) => Promise<void>
  /** Answers how many bytes it read. */
  read: (db: Db, n: number) => Promise<number>
}

const inChunks = (size: number): Way => ({
  name: size === SIZE ? 'one value' : `chunks of ${size / 1024} KiB`,
  write: (db, n, bytes) =>
    db.transaction().execute(async (tx) => {
      for (let at = 0; at < bytes.length; at += size) {
        await sql`insert into bench_chunk values (${n}, ${at / size}, ${bytes.subarray(at, at + size)})`.execute(tx)
      }
    }),
  async read(db, n) {
    let total = 0
    for (let at = 0; ; at += 1) {
      const { rows } = await sql<{
        bytes: Buffer
      }>`select bytes from bench_chunk where file = ${n} and n = ${at}`.execute(db)
      if (!rows[0]) return total
      total += rows[0].bytes.length
      if (rows[0].bytes.length < size) return total
    }
  },
})

const LARGE_OBJECT: Way = {
  name: 'large object, 256 KiB at a time',
  write: (db, n, bytes) =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ oid: string }>`select lo_create(0) as oid`.execute(tx)
      const oid = rows[0]?.oid
      for (let at = 0; at < bytes.length; at += 256 * 1024) {
        await sql`select lo_put(${oid}, ${at}, ${bytes.subarray(at, at + 256 * 1024)})`.execute(tx)
      }
      await sql`insert into bench_object values (${n}, ${oid})`.execute(tx)
    }),
  async read(db, n) {
    let total = 0
    for (let at = 0; at < SIZE; at += 256 * 1024) {
      const { rows } = await sql<{ bytes: Buffer }>`
        select lo_get(oid, ${at}, ${256 * 1024}) as bytes from bench_object where file = ${n}`.execute(db)
      total += rows[0]?.bytes.length ?? 0
    }
    return total
  },
}

const WAYS = [...[64, 256, 1024].map((kib) => inChunks(kib * 1024)), inChunks(SIZE), LARGE_OBJECT]

export function measure(): Promise<Report> {
  return withDatabase(async (db) => {
    const files = Array.from({ length: FILES }, () => randomBytes(SIZE))
    const rows = []
    for (const way of WAYS) rows.push(await measureWay(db, way, files))
    return {
      title: `${FILES} files of ${SIZE / MIB} MiB, written and read one after the other`,
      rows,
      notes: ['Memory is the largest growth of the resident memory of this process while files are read.'],
    }
  })
}

async function measureWay(db: Db, { name, write, read }: Way, files: readonly Buffer[]) {
  await sql`drop table if exists bench_chunk, bench_object`.execute(db)
  await sql`create table bench_chunk (file int, n int, bytes bytea, primary key (file, n))`.execute(db)
  await sql`alter table bench_chunk alter column bytes set storage external`.execute(db)
  await sql`create table bench_object (file int primary key, oid oid)`.execute(db)
  const started = performance.now()
  for (const [n, bytes] of files.entries()) await write(db, n, bytes)
  const written = performance.now()
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5)
  for (const n of files.keys()) if ((await read(db, n)) !== SIZE) throw new Error(`${name}: file ${n} is not whole`)
  clearInterval(watch)
  const total = (FILES * SIZE) / MIB
  const perSecond = (ms: number) => round((total * 1000) / ms)
  return {
    way: name,
    'written, MiB/s': perSecond(written - started),
    'read, MiB/s': perSecond(performance.now() - written),
    'memory, MiB': round((peak - before) / MIB),
  }
}
