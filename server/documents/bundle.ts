/** A form with everything that belongs to it, as one ZIP that is written while it is sent. */
import { makeZip } from 'client-zip'
import { fromStamp, type Stamp } from '#contract/model/common.ts'
import type { DocumentForm, FormFile } from '#contract/model/document-form.ts'
import { printForm } from './print.ts'

/** The bytes of a file by its guid; undefined where they are gone. */
type BytesOf = (guid: string) => Promise<ReadableStream<Uint8Array> | undefined>

/** The print, the answers as JSON, the attachments in their order, and the signed copy. */
export function bundleForm(form: DocumentForm, bytesOf: BytesOf, printed: Stamp): ReadableStream<Uint8Array> {
  return makeZip(entriesOf(form, bytesOf, printed))
}

async function* entriesOf(form: DocumentForm, bytesOf: BytesOf, printed: Stamp) {
  const lastModified = new Date(fromStamp(printed))
  yield { name: 'form.pdf', lastModified, input: await printForm(form, printed) }
  yield { name: 'form.json', lastModified, input: `${JSON.stringify(form, null, 2)}\n` }
  for (const [index, file] of form.files.entries()) {
    yield entryOf(`attachments/${String(index + 1).padStart(2, '0')} ${file.name}`, file, await bytesOf(file.guid))
  }
  if (form.signed) yield entryOf(`signed/${form.signed.name}`, form.signed, await bytesOf(form.signed.guid))
}

/** A file that is not there any more breaks the archive off: a bundle that looks whole and is not would be worse. */
function entryOf(name: string, file: FormFile, input: ReadableStream<Uint8Array> | undefined) {
  if (!input) throw new Error(`the bytes of file ${file.guid} are missing`)
  return { name, lastModified: new Date(fromStamp(file.createAt)), input }
}
