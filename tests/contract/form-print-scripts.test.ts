// What is printed of a form in other scripts: text extracted from the PDF.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import type { DocumentForm } from '#contract/model/forms/document-form.ts'
import { formDocument } from '#server/forms/form-document.ts'
import { printForm } from '#server/forms/print.ts'
import { scriptText } from '#server/forms/script-text.ts'

const stamp = { date: '2026-03-10 12:00:00', timezone: 'UTC' }
const form = (data: Record<string, unknown>): DocumentForm =>
  ({
    uuid: '0192f0c0-0000-7000-8000-00000000000a',
    formType: 'sar',
    platform: 'paxum',
    customerId: '100',
    customerName: '山田太郎',
    status: 'new',
    version: 1,
    author: { id: 'analyst', name: 'Mara Lindqvist' },
    approvedBy: null,
    approvedAt: null,
    createAt: stamp,
    updateAt: stamp,
    signed: null,
    files: [],
    data,
  }) as unknown as DocumentForm

async function pagesOf(form: DocumentForm): Promise<string[]> {
  const data = new Uint8Array(await new Response(await printForm(form, stamp)).arrayBuffer())
  const document = await getDocument({ data, verbosity: 0 }).promise
  const pages = []
  for (let page = 1; page <= document.numPages; page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent()
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    pages.push(text.replaceAll('\u200b', ''))
  }
  return pages
}

const textOf = async (form: DocumentForm) => (await pagesOf(form)).join('\n')

const SCRIPTS = {
  Chinese: '中国工商银行',
  Traditional: '臺灣銀行',
  Japanese: 'みずほ銀行カード',
  Korean: '김민준',
  Thai: 'สมชาย',
  Devanagari: 'नाम',
  Hebrew: 'שלום',
  Arabic: 'محمد',
  Emoji: '💸',
}

test('names in Chinese, Japanese, Korean, Thai, Hindi, Hebrew, Arabic and emoji are readable in the PDF', async () => {
  const text = await textOf(form({ subjectName: '', narrative: Object.values(SCRIPTS).join(' / ') }))
  expect(text).toContain('山田太郎')
  const missing = Object.entries(SCRIPTS).filter(([, word]) => !text.includes(word))
  expect(missing, text).toEqual([])
})

test('no heading is alone at the bottom of a page', async () => {
  const { content, pageBreakBefore } = formDocument(form({}), stamp)
  expect(pageBreakBefore).toBeTypeOf('function')
  for (let lines = 1; lines < 60; lines += 7) {
    const pages = await pagesOf(form({ narrative: Array.from({ length: lines }, (_, n) => `Line ${n}`).join('\n') }))
    const headings = (content as { style?: string; text?: string }[]).flatMap(({ style, text }) =>
      style === 'section' ? [text] : [],
    )
    // the last line before the foot, which ends every page
    for (const page of pages)
      expect(headings).not.toContain(
        page
          .split('\n')
          .filter((line) => line.trim() !== '')
          .at(-4),
      )
  }
})

test('each run of text has a font with its glyphs', () => {
  expect(scriptText('Ада, Ελένη, Zoë')).toBe('Ада, Ελένη, Zoë')
  expect(scriptText('Bank 中国 (CN)')).toEqual([
    { text: 'Bank ', font: 'Roboto' },
    { text: '中国', font: 'Chinese' },
    { text: ' (CN)', font: 'Roboto' },
  ])
})

test('right-to-left text is in visual order, with its numbers and names left to right', () => {
  const seen = (text: string) => (scriptText(text) as { text: string }[]).map((run) => run.text ?? run).join('')
  expect(seen('שלום לכולם')).toBe('לכולם שלום')
  expect(seen('העברה של 1200 USD אתמול')).toBe('אתמול USD 1200 של העברה')
  expect(seen('Paid by שלום לכולם today')).toBe('Paid by לכולם שלום today')
  expect(seen('(שלום)')).toBe('(שלום)')
})

test('a long right-to-left text begins with its first line', () => {
  const words = Array.from({ length: 30 }, (_, n) => `מילה${n}`)
  const lines = (scriptText(words.join(' ')) as { text: string }[])
    .map((run) => run.text ?? run)
    .join('')
    .split('\n')
  expect(lines.length).toBeGreaterThan(2)
  expect(lines[0]).toMatch(/מילה0$|0מילה$/)
})

test('a script without a font is transliterated', () => {
  expect(scriptText('გიორგი')).toBe('[giorgi]')
})
