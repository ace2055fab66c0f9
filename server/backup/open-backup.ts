/** Reads a backup: its manifest, and its entries once all of them are known to be whole. */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { open as openZip, type Entry, type ZipFile } from 'yauzl'
import { otherOrigin } from '#server/store/migrate.ts'
import { FORMAT, MANIFEST, manifest, type BackupEntry, type Manifest } from './manifest.ts'

export interface Backup {
  readonly manifest: Manifest
  read: (entry: BackupEntry) => Promise<Readable>
  close: () => void
}

const openFile = promisify<string, { lazyEntries: true; autoClose: false }, ZipFile>(openZip)

/** Throws where the file is no backup, is of a newer version or one before 1.0.0, or any entry is damaged, missing or unknown. */
export async function openBackup(path: string): Promise<Backup> {
  const zip = await openFile(path, { lazyEntries: true, autoClose: false }).catch((cause: unknown) => {
    throw new Error(`${path} cannot be read as a backup: ${(cause as Error).message}`, { cause })
  })
  try {
    const entries = await listEntries(zip)
    const stream = promisify<Entry, Readable>(zip.openReadStream.bind(zip))
    const readEntry = (name: string) => {
      const found = entries.get(name)
      if (!found) throw new Error(`${path} lacks ${name}: it is not a complete backup.`)
      return stream(found)
    }
    const listed = await readManifest(path, await readEntry(MANIFEST))
    const unknown = [...entries.keys()].filter(
      (name) => name !== MANIFEST && listed.entries.every((one) => one.name !== name),
    )
    if (unknown.length > 0) throw new Error(`${path} has ${unknown.join(', ')}, which its manifest does not list.`)
    for (const { name, size, sha256 } of listed.entries) {
      const measure = await measureOf(await readEntry(name)).catch((cause: unknown) => {
        throw new Error(`${path} is damaged: ${name} cannot be read.`, { cause })
      })
      if (measure.size !== size || measure.sha256 !== sha256)
        throw new Error(`${path} is damaged: ${name} is not what was written.`)
    }
    return { manifest: listed, read: ({ name }) => readEntry(name), close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>()
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', reject)
    zip.readEntry()
  })
}

async function readManifest(path: string, source: Readable): Promise<Manifest> {
  const text = Buffer.concat((await source.toArray()) as Buffer[]).toString('utf8')
  const { format } = JSON.parse(text) as { format?: number }
  if (typeof format === 'number' && format > FORMAT) {
    throw new Error(`${path} was written by a newer Docket (format ${format}, this one knows ${FORMAT}).`)
  }
  const listed = manifest.parse(JSON.parse(text))
  const origin = otherOrigin(listed.migrations)
  if (origin !== null) throw new Error(`${path} ${origin}.`)
  return listed
}

async function measureOf(source: Readable) {
  const hash = createHash('sha256')
  let size = 0
  for await (const part of source as AsyncIterable<Buffer>) {
    hash.update(part)
    size += part.length
  }
  return { size, sha256: hash.digest('hex') }
}
