// Printed forms in other scripts: text extracted from the PDF.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import type { DocumentForm } from '#contract/model/forms/document-form.ts'
import { formDocument } from '#server/forms/form-document.ts'
import { printApart } from '#server/forms/print-apart.ts'
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
  const made = await printForm({ form, printed: stamp })
  if (!('bytes' in made)) throw new Error(`no font has ${made.missing.join(' ')}`)
  const data = made.bytes
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

/** Scripts in which people's names are written: those that Unicode recommends for identifiers (UAX 31) and living minority ones. */
const NAMES: Readonly<Record<string, string>> = {
  Adlam: '𞤀𞤸𞤥𞤢𞤣𞤵',
  Armenian: 'Հովհաննես',
  Balinese: 'ᬯᬬᬦ᭄',
  Bengali: 'শেখ মুজিবুর',
  Bopomofo: 'ㄓㄤ',
  'Canadian Aboriginal': 'ᐊᒥᓇ',
  Cham: 'ꨌꩌ',
  Cherokee: 'ᏍᏏᏉᏯ',
  Cyrillic: 'Ѓорѓи Ђорђевић',
  Ethiopic: 'ኃይለ ሥላሴ',
  Georgian: 'გიორგი',
  Greek: 'Γιώργος',
  Gujarati: 'મોહનદાસ',
  Gurmukhi: 'ਗੁਰਪ੍ਰੀਤ',
  Javanese: 'ꦱꦸꦏꦂꦤ',
  Kannada: 'ಕುವೆಂಪು',
  Khmer: 'សុខា',
  Lao: 'ບຸນມີ',
  'Latin of Vietnam': 'Nguyễn Thị Ánh',
  'Latin of West Africa': 'Ɓúbàkár Ɗàn Ŋɔ̃́',
  'Latin with marks': 'M̃arşal Ẽ̌ q̇ R̂ȧş',
  Malayalam: 'മോഹൻലാൽ',
  Mongolian: 'ᠪᠠᠲᠤ',
  Myanmar: 'အောင်ဆန်း',
  Nko: 'ߛߋߞߎ',
  'Ol Chiki': 'ᱨᱟᱹᱜᱷᱩ',
  Oriya: 'ନବୀନ',
  Sinhala: 'මහින්ද',
  Sundanese: 'ᮃᮞᮦᮕ᮪',
  Syriac: 'ܝܘܚܢܢ',
  Tamil: 'முருகன்',
  Telugu: 'రామారావు',
  Thaana: 'އަހްމަދު',
  Tibetan: 'བསྟན་འཛིན་',
  Tifinagh: 'ⵉⴷⵉⵔ',
  Vai: 'ꔀꔤ',
}

test.each(Object.entries(NAMES))('a name in %s is printed', async (_, name) => {
  const made = await printForm({ form: form({ narrative: `Known as ${name}.` }), printed: stamp })
  expect('missing' in made ? made.missing : []).toEqual([])
  const runs = scriptText(name)
  const fonts = typeof runs === 'string' ? ['Roboto'] : runs.map((run) => (run as { font?: string }).font)
  expect(fonts).not.toContain(undefined)
  // the letters are extracted, though a font may order them otherwise
  const letters = (text: string) =>
    Array.from(text.normalize('NFD').replaceAll(/[^\p{L}]/gu, ''))
      .toSorted()
      .join('')
  const text = await textOf(form({ narrative: name }))
  const absent = Array.from(letters(name)).filter((letter) => !text.normalize('NFD').includes(letter))
  expect(absent, text).toEqual([])
})

test('a print is refused that would lack a character, and names it', async () => {
  await expect(printApart(form({ narrative: 'Signed 𐤀𐤁 and \ue000' }), stamp)).rejects.toMatchObject({
    status: 422,
    message:
      'It is not printed, since no font here has “𐤀” (U+10900), “𐤁” (U+10901), “\ue000” (U+E000): write it in another way.',
  })
})
