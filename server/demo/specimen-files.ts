/** Specimen files without real data: a statement of two pages and a contract as PDF, an identity document as a picture. */
import { crc32, deflateSync } from 'node:zlib'

/** Makes a PDF from pages of lines; the bytes are always the same. */
export function pdfOf(pages: readonly (readonly string[])[]): Buffer {
  const escape = (text: string) => text.replaceAll(/[\\()]/g, '\\$&')
  const content = (lines: readonly string[]) =>
    ['BT /F1 11 Tf 16 TL 72 770 Td', ...lines.map((line) => `(${escape(line)}) Tj T*`), 'ET'].join('\n')
  const kids = pages.map((_, n) => `${4 + 2 * n} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, n) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * n} 0 R >>`,
      `<< /Length ${content(lines).length} >>\nstream\n${content(lines)}\nendstream`,
    ]),
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((body, n) => {
    const at = text.length
    text += `${n + 1} 0 obj\n${body}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(`${text}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`)
}

type Grey = number
interface Box {
  x: number
  y: number
  width: number
  height: number
  grey: Grey
}

/** Draws grey boxes, later ones over earlier ones. */
export function pngOf(width: number, height: number, boxes: readonly Box[]): Buffer {
  const rows = Buffer.alloc((width + 1) * height)
  for (const box of boxes) {
    for (let y = box.y; y < box.y + box.height; y++) {
      const start = y * (width + 1) + 1 + box.x
      rows.fill(box.grey, start, start + box.width)
    }
  }
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const entries = (month: string, amounts: readonly string[]) =>
  amounts.map((amount, n) => `2026-${month}-${String(3 + 4 * n).padStart(2, '0')}    Transfer ${n + 1}    ${amount}`)

/** Two pages of movements. */
const statement = pdfOf([
  [
    'STATEMENT OF ACCOUNT',
    'Specimen of the demo world',
    '',
    'Opening balance     4,180.22',
    '',
    ...entries('05', ['2,400.00', '10,000.00', '-1,870.50', '-6,000.00', '310.00']),
  ],
  ['Continued', '', ...entries('06', ['-4,000.00', '820.00', '-1,130.00']), '', 'Closing balance     4,709.72'],
])

/** An identity card with a blank photograph and lines in place of text. */
const identity = pngOf(640, 400, [
  { x: 0, y: 0, width: 640, height: 400, grey: 250 },
  { x: 20, y: 20, width: 600, height: 360, grey: 222 },
  { x: 20, y: 20, width: 600, height: 54, grey: 92 },
  { x: 44, y: 104, width: 170, height: 220, grey: 168 },
  { x: 96, y: 136, width: 66, height: 78, grey: 120 },
  { x: 66, y: 228, width: 126, height: 96, grey: 120 },
  ...[104, 148, 192, 236].flatMap((y, n) => [
    { x: 250, y, width: 110, height: 8, grey: 150 },
    { x: 250, y: y + 16, width: 300 - 36 * n, height: 14, grey: 70 },
  ]),
  { x: 44, y: 344, width: 552, height: 18, grey: 110 },
])

const contract = pdfOf([
  [
    'CONTRACT',
    'Specimen of the demo world',
    '',
    'The parties agree to the terms they agreed to.',
    '',
    'Signed and dated on the last page.',
  ],
])

/** The files of customers' documents. */
export const SPECIMEN_FILES = {
  'statement.pdf': { bytes: statement, type: 'application/pdf' },
  'identity.png': { bytes: identity, type: 'image/png' },
  'contract.pdf': { bytes: contract, type: 'application/pdf' },
} as const
export type SpecimenName = keyof typeof SPECIMEN_FILES
