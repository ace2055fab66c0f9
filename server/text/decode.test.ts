import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeStream, decodeText, StrictDecoder } from './decode.ts'

const options = { file: 'a.csv', setting: '"encoding" in the mapping' }
const decode = (bytes: Uint8Array | number[], encoding?: string) =>
  decodeText(Uint8Array.from(bytes), { ...options, encoding })
const ascii = (text: string) => [...Buffer.from(text, 'latin1')]
const wide = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, 'utf16le')
  return [...(isBig ? bytes.swap16() : bytes)]
}

describe('bytes that are not text in their encoding are refused', () => {
  test.each([
    [
      'windows-1252 without a setting',
      ascii('id\nM\xFCller\n'),
      undefined,
      /line 2, byte 5 \(0xFC\).*“Müller”.*"encoding" in the mapping/,
    ],
    ['half a character at the end', [...ascii('a\n'), 0xc3], undefined, /line 2, byte 3 \(0xC3\)/],
    ['half a character inside', [...ascii('a\nb'), 0xe9, 0x61], undefined, /line 2, byte 4 \(0xE9\)/],
    [
      'a byte that windows-1252 has no character for',
      ascii('a\n\x81'),
      'windows-1252',
      /windows-1252: line 2, byte 3 \(0x81\)/,
    ],
    ['a byte that ISO-8859-2 has no character for', ascii('a\x96b'), 'iso-8859-2', /byte 2 \(0x96\)/],
    ['a wrong Shift_JIS byte', ascii('a\x80'), 'shift_jis', /byte 2/],
    ['UTF-16 that ends inside a character', [0xff, 0xfe, 0x61, 0x00, 0x62], undefined, /utf-16le.*byte 5/],
    ['half of a pair in UTF-16', [0xff, 0xfe, 0x61, 0x00, 0x00, 0xd8, 0x61, 0x00], undefined, /utf-16le.*byte 5/],
    ['UTF-32', [0xff, 0xfe, 0, 0, 0x61, 0, 0, 0], undefined, /UTF-32/],
    ['an .xlsx file', ascii('PK\x03\x04....'), undefined, /ZIP archive.*save the table as CSV/],
    ['a gzip file', ascii('\x1f\x8b...'), undefined, /gzip/],
    ['an unknown encoding', ascii('a'), 'windows-9999', /there is no encoding windows-9999/],
    ['an encoding with escapes', ascii('a'), 'iso-2022-jp', /not read/],
    [
      'a setting that the byte order mark contradicts',
      [0xff, 0xfe, 0x61, 0],
      'windows-1252',
      /byte order mark of utf-16le/,
    ],
    [
      'an unknown encoding in the XML header',
      ascii('<?xml version="1.0" encoding="klingon"?><a/>'),
      undefined,
      /klingon/,
    ],
  ])('%s', (_, bytes, encoding, message) => {
    expect(() => decode(bytes, encoding)).toThrow(message)
  })

  test('the place is right far into a file, whatever precedes it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'é', '漢', '🙂', '\n', ','), { maxLength: 300 }),
        fc.constantFrom(0xff, 0xc3),
        (before, odd) => {
          const text = before.join('').repeat(40)
          const bytes = [...Buffer.from(text), odd, 0x61]
          const line = text.split('\n').length
          expect(() => decode(bytes)).toThrow(
            `line ${line}, byte ${Buffer.byteLength(text) + 1} (0x${odd.toString(16).toUpperCase()})`,
          )
        },
      ),
      { numRuns: 60 },
    )
  })

  test('a long line without a plain character is refused in little time', () => {
    const bytes = Buffer.concat([Buffer.alloc(3_000_000, '漢'), Buffer.from([0xff])])
    expect(() => decode(bytes)).toThrow(/line 1/)
  })
})

describe('text is decoded by', () => {
  test.each([
    ['nothing but UTF-8', [...Buffer.from('Müller 漢')], undefined, 'Müller 漢', 'utf-8', 'default'],
    ['its UTF-8 mark', [...Buffer.from('\uFEFFMüller')], undefined, 'Müller', 'utf-8', 'byte order mark'],
    [
      'its UTF-16 mark, little-endian',
      [0xff, 0xfe, ...wide('Müller 🙂')],
      undefined,
      'Müller 🙂',
      'utf-16le',
      'byte order mark',
    ],
    [
      'its UTF-16 mark, big-endian',
      [0xfe, 0xff, ...wide('Müller 🙂', true)],
      'utf-16',
      'Müller 🙂',
      'utf-16be',
      'byte order mark',
    ],
    ['UTF-16 without a mark', wide('id,name\n1,Łukasz\n'), undefined, 'id,name\n1,Łukasz\n', 'utf-16le', 'zero bytes'],
    [
      'UTF-16 without a mark, big-endian',
      wide('<?xml version="1.0"?>', true),
      undefined,
      '<?xml version="1.0"?>',
      'utf-16be',
      'zero bytes',
    ],
    [
      'its XML header',
      ascii('<?xml version="1.0" encoding="ISO-8859-1"?><a>Jos\xE9 \x80</a>'),
      undefined,
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>José €</a>',
      'windows-1252',
      'XML header',
    ],
    [
      'UTF-8 under a header that says UTF-16',
      [...Buffer.from('<?xml version="1.0" encoding="utf-16"?><a>ü</a>')],
      undefined,
      '<?xml version="1.0" encoding="utf-16"?><a>ü</a>',
      'utf-8',
      'default',
    ],
    ['a setting', ascii('\x93M\xFCller\x94 \x80'), 'windows-1252', '“Müller” €', 'windows-1252', 'setting'],
    ['a setting, Cyrillic', [0xcf, 0xf3, 0xf2], 'cp1251', 'Пут', 'windows-1251', 'setting'],
    ['a setting, Japanese', [0x93, 0x8c, 0x8b, 0x9e], 'shift_jis', '東京', 'shift_jis', 'setting'],
    ['a setting, Chinese', [0xb1, 0xb1, 0xbe, 0xa9], 'gb18030', '北京', 'gb18030', 'setting'],
    ['a setting, with the euro sign', [0xa4], 'iso-8859-15', '€', 'iso-8859-15', 'setting'],
  ])('%s', (_, bytes, encoding, text, name, from) => {
    expect(decode(bytes, encoding)).toEqual({ text, encoding: expect.objectContaining({ name, from }) })
  })

  test('an empty file is an empty text', () => {
    expect(decode([]).text).toBe('')
  })
})

test('the pieces of a stream give the same text as the whole', async () => {
  const samples: [string, (text: string) => Uint8Array][] = [
    ['utf-8', (text) => Buffer.from(text)],
    ['utf-16le', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', maxLength: 3000 }),
      fc.integer({ min: 1, max: 1500 }),
      async (raw, size) => {
        const text = `id,name\n${raw.replaceAll('\0', '').toWellFormed?.() ?? ''}`
        for (const [, encode] of samples) {
          const bytes = encode(text)
          async function* chunks() {
            for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
          }
          let whole = ''
          for await (const part of decodeStream(chunks(), options)) whole += part
          expect(whole).toBe(text)
        }
      },
    ),
    { numRuns: 60 },
  )
  const decoder = new StrictDecoder(options)
  expect(decoder.encoding).toBeUndefined()
})
