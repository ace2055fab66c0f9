/** Makes PDFs. */
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import type { Stamp } from '#contract/model/common.ts'
import type { DocumentForm } from '#contract/model/document-form.ts'
import { formDocument } from './form-document.ts'

const FONTS = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto')

/** The form as a PDF. The library is loaded by the first print: few sessions ever print. */
export async function printForm(form: DocumentForm, printed: Stamp): Promise<ReadableStream<Uint8Array>> {
  const { default: pdf } = await import('pdfmake')
  const font = (style: string) => join(FONTS, `Roboto-${style}.ttf`)
  pdf.setFonts({
    Roboto: {
      normal: font('Regular'),
      bold: font('Medium'),
      italics: font('Italic'),
      bolditalics: font('MediumItalic'),
    },
  })
  // a document of ours names nothing but its fonts
  pdf.setUrlAccessPolicy(() => false)
  pdf.setLocalAccessPolicy((path: string) => path.startsWith(FONTS + sep))
  const document = await pdf.createPdf(formDocument(form, printed)).getStream()
  document.end()
  return Readable.toWeb(Readable.from(document)) as ReadableStream<Uint8Array>
}
