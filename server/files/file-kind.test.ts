import { describe, expect, test } from 'vitest'
import { UPLOAD_ENDINGS } from '#contract/model/upload.ts'
import { compoundFile } from '#tests/support/compound-file.ts'
import { attachableKind, fittingName, servedName } from './file-kind.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const XHTML = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>'

const stored = async (content: string | Uint8Array, name: string) => {
  const kind = await attachableKind(typeof content === 'string' ? Buffer.from(content) : content)
  return kind && fittingName(name, kind)
}

describe('a file name with the wrong extension gets the extension of its content', () => {
  test.each([
    ['<script>new ActiveXObject("WScript.Shell")</script>', 'invoice.hta', 'invoice.hta.txt'],
    ['WScript.Echo(1)', 'Payslip May.js', 'Payslip May.js.txt'],
    ['@echo off', 'statement.bat', 'statement.bat.txt'],
    ['<html>', 'page.html', 'page.html.txt'],
    ['[InternetShortcut]', 'a.url', 'a.url.txt'],
    ['text', 'a.pdf', 'a.pdf.txt'],
    ['text', '.txt.', '.txt..txt'],
    ['text', 'no-ending', 'no-ending.txt'],
    [XHTML, 'report.xml', 'report.xml.txt'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.xml', 'a.xml.txt'],
    ['<a xmlns="&#104;ttp://www.w3.org/1999/xhtml"/>', 'a.xml', 'a.xml.txt'],
    ['%PDF-1.7\n', 'afdp.exe', 'afdp.exe.pdf'],
  ])('%j as %s', async (content, name, kept) => expect(await stored(content, name)).toBe(kept))

  test('a picture is not named as a page, and a long name is cut to its limit', async () => {
    expect(await stored(PNG, 'a.html')).toBe('a.html.png')
    expect(await stored(PNG, 'a.PNG')).toBe('a.PNG')
    expect((await stored('text', 'x'.repeat(300)))?.length).toBe(200)
  })
})

describe('a compound file', () => {
  test.each([
    ['WordDocument', 'a.doc', 'a.doc'],
    ['Workbook', 'a.xls', 'a.xls'],
    ['PowerPoint Document', 'a.ppt', 'a.ppt'],
    ['__properties_version1.0', 'a.msg', 'a.msg'],
    ['WordDocument', 'setup.msi', 'setup.msi.doc'],
    ['Workbook', 'letter.doc', 'letter.doc.xls'],
  ])('with the stream %s is %s', async (stream, name, kept) =>
    expect(await stored(compoundFile(stream), name)).toBe(kept),
  )

  test.each(['setup.msi', 'setup.doc'])('of an installer is refused, even if named %s', async (name) =>
    expect(await stored(compoundFile('\u4840\u3b3f'), name)).toBeUndefined(),
  )
})

test.each([['a.csv'], ['b.json'], ['c.md'], ['d.eml'], ['e.log']])('text may be named %s', async (name) =>
  expect(await stored('{}', name)).toBe(name),
)

test('the kind of 10 MiB of repeated text costs less than a second of CPU time', async () => {
  for (const token of ['xmlns', 'xmlns=', 'xmlns="', '<a xmlns="', '<?xml-style', '<', '&#', 'xmlns \n']) {
    const bytes = Buffer.from(token.repeat((10 * 1024 * 1024) / token.length))
    const before = process.cpuUsage()
    await attachableKind(bytes)
    const { user, system } = process.cpuUsage(before)
    expect.soft((user + system) / 1e6, token).toBeLessThan(1)
  }
})

test('an XML report stays XML', async () =>
  expect(await stored('<?xml version="1.0"?><report xmlns="urn:goaml"/>', 'a.xml')).toBe('a.xml'))

test('every allowed extension is on the list that the window shows', async () => {
  const contents = ['text', '%PDF-1.7\n', '{\\rtf1}', PNG, compoundFile('Workbook')]
  const kinds = await Promise.all(contents.map((content) => attachableKind(Buffer.from(content as string))))
  expect(kinds.flatMap((kind) => kind?.endings ?? ['none']).filter((each) => !UPLOAD_ENDINGS.includes(each))).toEqual(
    [],
  )
})

test('a file stored under a dangerous name is downloaded under a safe one', () => {
  expect(servedName('invoice.hta', 'text/plain; charset=utf-8')).toBe('invoice.hta.txt')
  expect(servedName('setup.msi', 'application/x-cfb')).toBe('setup.msi.doc')
  expect(servedName('report.csv', 'text/csv; charset=utf-8')).toBe('report.csv')
})
