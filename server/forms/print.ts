/** Makes PDFs. */
import { Readable } from 'node:stream'
import type { Stamp } from '#contract/model/common.ts'
import type { DocumentForm } from '#contract/model/forms/document-form.ts'
import { printFonts } from './fonts.ts'
import { formDocument } from './form-document.ts'

/** The form as a PDF. The library is loaded by the first print: few sessions ever print. */
export async function printForm(form: DocumentForm, printed: Stamp): Promise<ReadableStream<Uint8Array>> {
  const { default: pdf } = await import('pdfmake')
  // laying the text out opens the fonts that it needs
  const definition = formDocument(form, printed)
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
  return Readable.toWeb(Readable.from(document)) as ReadableStream<Uint8Array>
}
