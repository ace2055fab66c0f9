/**
 * The content of a backup: a ZIP with an entry for each table, the files beside the database, and this list of them.
 */
import * as z from 'zod'

export const MANIFEST = 'manifest.json'
/** The version of a backup's layout; a higher number is from a newer Docket. */
export const FORMAT = 1

const entry = z.object({
  name: z.string(),
  /** Bytes, as they are in the ZIP. */
  size: z.number(),
  sha256: z.string(),
  /** Of a table: where its rows belong, in which columns, and how many there are. */
  table: z.optional(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  /** Of a file: what it is. */
  file: z.optional(z.enum(['audit-key', 'audit-heads'])),
})
export type BackupEntry = z.infer<typeof entry>

export const manifest = z.object({
  format: z.number(),
  at: z.string(),
  migrations: z.array(z.string()),
  entries: z.array(entry),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  queues: z.array(z.object({ name: z.string(), options: z.record(z.string(), z.unknown()) })),
  /** Files that are in a bucket, and not in the backup. */
  inBucket: z.number(),
})
export type Manifest = z.infer<typeof manifest>

/** The contents of a backup, a line each, for the operator. */
export function describeBackup({ entries, inBucket }: Manifest, dataDir: string): string[] {
  const tables = entries.flatMap(({ table }) => (table && table.rows > 0 ? [`  ${table.name}: ${table.rows}`] : []))
  const has = (kind: BackupEntry['file']) => entries.some(({ file }) => file === kind)
  return [
    'Rows by table:',
    ...tables,
    `Key of the audit: ${has('audit-key') ? 'yes, keep the backup as secret as the key' : 'none'}`,
    `Signed heads of the audit: ${has('audit-heads') ? 'yes' : 'none'}`,
    `Files in a bucket, which this backup does not have: ${inBucket}`,
    `Not in a backup: settings of the environment, sanctions lists as files, and mail written to ${dataDir}/mail.`,
  ]
}
