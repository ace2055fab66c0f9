/** A form with everything that belongs to it, as one ZIP that is written while it is sent. */
import { createHash } from 'node:crypto'
import { makeZip } from 'client-zip'
import { fromStamp, type Stamp } from '#contract/model/common.ts'
import type { DocumentForm, FormFile } from '#contract/model/forms/document-form.ts'
import { recordHash } from './form-document.ts'
import { servedName } from '#server/files/file-kind.ts'

/** The content of a file by its guid; undefined if missing. */
type BytesOf = (guid: string) => Promise<ReadableStream<Uint8Array> | undefined>

interface Entry {
  name: string
  at: Stamp
  bytes: Uint8Array | ReadableStream<Uint8Array>
}

/** A line of the manifest: an entry's name, size in bytes, and SHA-256. */
interface Listed {
  name: string
  size: number
  sha256: string
}

/** The print, the answers as JSON, the attachments in their order, the signed copy, and a manifest of all of them. */
export function formAsZip(
  form: DocumentForm,
  { pdf, bytesOf, printed }: { pdf: Uint8Array<ArrayBuffer>; bytesOf: BytesOf; printed: Stamp },
): ReadableStream<Uint8Array> {
  return makeZip(withManifest(form, entriesOf(form, pdf, bytesOf, printed), printed))
}

/** Hashes each entry as it is written; the manifest comes last, when all are known. */
async function* withManifest(form: DocumentForm, entries: AsyncIterable<Entry>, printed: Stamp) {
  const listed: Listed[] = []
  for await (const { name, at, bytes } of entries) {
    const source = bytes instanceof Uint8Array ? new Blob([new Uint8Array(bytes)]).stream() : bytes
    yield { name, lastModified: new Date(fromStamp(at)), input: source.pipeThrough(hashing(name, listed)) }
  }
  const { uuid, formType, platform, customerId, version, status } = form
  const manifest = {
    form: { uuid, formType, platform, customerId, version, status, record: recordHash(form) },
    printed,
    files: listed,
  }
  yield {
    name: 'manifest.json',
    lastModified: new Date(fromStamp(printed)),
    input: `${JSON.stringify(manifest, null, 2)}\n`,
  }
}

function hashing(name: string, listed: Listed[]): TransformStream<Uint8Array, Uint8Array> {
  const hash = createHash('sha256')
  let size = 0
  return new TransformStream({
    transform(part, controller) {
      hash.update(part)
      size += part.length
      controller.enqueue(part)
    },
    flush: () => void listed.push({ name, size, sha256: hash.digest('hex') }),
  })
}

async function* entriesOf(
  form: DocumentForm,
  pdf: Uint8Array<ArrayBuffer>,
  bytesOf: BytesOf,
  printed: Stamp,
): AsyncGenerator<Entry> {
  yield { name: 'form.pdf', at: printed, bytes: pdf }
  yield { name: 'form.json', at: printed, bytes: Buffer.from(`${JSON.stringify(form, null, 2)}\n`) }
  for (const [index, file] of form.files.entries()) {
    const name = `attachments/${String(index + 1).padStart(2, '0')} ${servedName(file.name, file.type)}`
    yield entryOf(name, file, await bytesOf(file.guid))
  }
  if (form.signed) {
    const name = `signed/${servedName(form.signed.name, form.signed.type)}`
    yield entryOf(name, form.signed, await bytesOf(form.signed.guid))
  }
}

/** A file that is not there any more breaks the archive off: a bundle that looks whole and is not would be worse. */
function entryOf(name: string, file: FormFile, bytes: ReadableStream<Uint8Array> | undefined): Entry {
  if (!bytes) throw new Error(`the bytes of file ${file.guid} are missing`)
  return { name, at: file.createAt, bytes }
}
