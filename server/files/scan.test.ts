import { rm, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { fakeClamd, type FakeClamd } from '#tests/support/clamd.ts'
import { scan } from './scan.ts'

let clamd: FakeClamd | undefined
afterEach(() => clamd?.close())

const bytes = Buffer.alloc(200_000, 'a')
const verdictOf = async (answer: string | null) => {
  clamd = await fakeClamd({ answer: () => answer })
  return scan(clamd.address, bytes, 200)
}

describe('a file cannot be scanned', () => {
  test('where no scanner listens', async () => {
    clamd = await fakeClamd({ answer: () => null })
    const { address } = clamd
    await clamd.close()
    expect(await scan(address, bytes)).toMatchObject({ verdict: 'unscannable' })
  })
  test.each([
    ['no answer comes', null],
    ['the connection is closed without one', ''],
    ['it is too large', 'INSTREAM size limit exceeded. ERROR'],
    ['the scan fails', "stream: Can't allocate memory ERROR"],
  ])('where %s', async (_, answer) => expect(await verdictOf(answer)).toMatchObject({ verdict: 'unscannable' }))
})

test('a threat is reported by name', async () =>
  expect(await verdictOf('stream: Eicar-Test-Signature FOUND')).toEqual({
    verdict: 'infected',
    threat: 'Eicar-Test-Signature',
  }))

test('the whole file is sent, also over a local socket', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docket-clamd-'))
  clamd = await fakeClamd({ answer: () => 'stream: OK', path: join(folder, 'clamd.sock') })
  expect(await scan(clamd.address, bytes)).toEqual({ verdict: 'clean' })
  expect(clamd.received.map((each) => each.equals(bytes))).toEqual([true])
  await rm(folder, { recursive: true })
})
