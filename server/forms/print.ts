/** Makes PDFs. */
import { Readable } from 'node:stream'
import type { Stamp } from '#contract/model/common.ts'
import type { DocumentForm } from '#contract/model/forms/document-form.ts'
import { leaveOut, printFonts } from './fonts.ts'
import { formDocument } from './form-document.ts'
import { takeMissing } from './script-text.ts'

/** A print, or the characters of the form that no font has. */
export type Print = { bytes: Uint8Array<ArrayBuffer> } | { missing: string[] }

/**
 * Tables that are left out where a font's layout cannot be followed: first nothing, then where marks are placed, then how
 * letters join. A name in plain letters is better than no print.
 */
const SIMPLER: readonly (readonly string[])[] = [[], ['GPOS'], ['GPOS', 'GSUB']]

/** The form as a PDF. Called in a process of its own: `print-apart.ts`. */
export async function printForm(job: Job): Promise<Print> {
  let fault: unknown
  for (const tables of SIMPLER) {
    if (tables.length > 0) leaveOut(tables)
    try {
      return await print(job)
    } catch (error) {
      fault = error
    } finally {
      if (tables.length > 0) leaveOut([])
    }
  }
  throw fault
}

interface Job {
  form: DocumentForm
  printed: Stamp
}

async function print({ form, printed }: Job): Promise<Print> {
  const { default: pdf } = await import('pdfmake')
  takeMissing()
  // laying the text out opens the fonts that it needs
  const definition = formDocument(form, printed)
  const missing = takeMissing()
  if (missing.length > 0) return { missing }
  const { fonts, unpacked } = printFonts()
  pdf.setFonts(fonts)
  // files in memory, which its types leave out
  const { virtualfs } = pdf as unknown as { virtualfs: { writeFileSync(name: string, bytes: Buffer): void } }
  for (const [name, bytes] of Object.entries(unpacked)) virtualfs.writeFileSync(name, bytes)
  const files = new Set(Object.values(fonts).flatMap((each) => Object.values(each)))
  // a document of ours names nothing but its fonts
  pdf.setUrlAccessPolicy(() => false)
  pdf.setLocalAccessPolicy((path: string) => files.has(path))
  const document = await pdf.createPdf(definition).getStream()
  document.end()
  const stream = Readable.toWeb(Readable.from(document)) as ReadableStream<Uint8Array>
  return { bytes: new Uint8Array(await new Response(stream).arrayBuffer()) }
}
