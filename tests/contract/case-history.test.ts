/** The history of a case, the audit found by a case, and an export that is verified from the file alone. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#contract/calls/audit.ts'
import { caseHistory } from '#contract/calls/cases/case-history.ts'
import { cases } from '#contract/calls/cases/cases.ts'
import { facts } from '#contract/calls/cases/facts.ts'
import { sync } from '#contract/calls/sync.ts'
import { sealOf } from '#contract/model/facts/seen-facts.ts'
import { examineCsv } from '#server/audit/examine-csv.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { makeWorld, NOON, type MadeCase, type World } from '#tests/support/world.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)
const as = { as: 'admin' }

let server: TestServer
let world: World
let folder: string
beforeAll(async () => {
  server = await testServer({ now: () => NOW })
  world = await makeWorld(server.db)
  folder = await mkdtemp(join(tmpdir(), 'audit-csv-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

let devSeq = 0
async function resolve(one: MadeCase, note: string) {
  const sheet = await server.call(facts.ofCase, { params: { caseId: one.id } })
  const alertId = one.alertIds[0] ?? ''
  devSeq += 1
  const op = {
    opId: randomUUID(),
    devSeq,
    kind: 'alert.resolve',
    kindV: 1,
    target: { platform: 'paxum', customerId: '100', caseId: one.id, caseUuid: one.uuid, alertId },
    body: { note, facts: sealOf(sheet, alertId) },
    clientTime: NOW.toISOString(),
    skewMs: 0,
    offline: true,
  }
  const { results } = await server.call(sync.ops, { body: { device: 'history', incarnation: 'one', ops: [op] } })
  expect(results[0]).toMatchObject({ status: 200 })
  return { alertId, sheet }
}
const historyOf = async (id: string) => (await server.call(caseHistory.ofCase, { params: { caseId: id } })).items

describe('refusals', () => {
  test('a case that is not there, or on another platform', async () => {
    const one = await world.addCase()
    for (const [id, at] of [
      ['PX0', {}],
      [one.id, { as: 'admin', platform: 'paydek' }],
    ] as const) {
      const response = await server.send(caseHistory.ofCase, { params: { caseId: id } }, at)
      expect(response.status).toBe(404)
    }
  })

  test('a file that is no export', async () => {
    const file = join(folder, 'other.csv')
    await writeFile(file, 'n,at\n"1","2026-03-10"\n')
    await expect(examineCsv(file)).rejects.toThrow('is no export of the audit: it has no column client_time')
    await writeFile(file, '"n\n')
    await expect(examineCsv(file)).rejects.toThrow('cannot be read')
  })
})

test('who decided, when and on which facts is on the case, and stays when facts change', async () => {
  const one = await world.addCase()
  const { alertId, sheet } = await resolve(one, 'Known payer.')
  await server.call(cases.note, { params: { caseId: one.id }, body: { note: 'Called the customer.' } })
  const items = await historyOf(one.id)
  expect(items.map(({ action, object }) => [action, object.kind])).toEqual([
    ['add note', 'case'],
    ['resolve alert', 'alert'],
  ])
  const [, decision] = items
  expect(decision).toMatchObject({
    note: 'Known payer.',
    offline: true,
    alert: { id: alertId, revisionId: '7' },
    changes: expect.arrayContaining([{ field: 'status', before: 'new', after: 'resolved' }]),
    evidence: { account: sheet.account, asOf: sheet.asOf.date },
  })
  const sealed = decision?.evidence?.facts ?? []
  expect(sealed.length).toBeGreaterThan(20)
  expect(sealed.every(({ seen, now }) => seen === now)).toBe(true)
  // another decision changes the facts of today, and not what was sealed
  await resolve(await world.addCase(), 'Also known.')
  expect((await historyOf(one.id))[1]?.evidence?.facts).toEqual(sealed)
})

test('the history does not tell who read the STR; the audit by the case has everything of it', async () => {
  const one = await world.addCase()
  const { alertId } = await resolve(one, 'Suspicious after all.')
  const recommended = { action: 'proceed', reason: 'STR_PROCEED', note: 'Reported.' } as const
  await server.call(cases.recommendStr, { params: { caseId: one.id }, body: recommended })
  await server.call(cases.view, { params: { caseId: one.id } })
  expect((await historyOf(one.id)).map(({ object }) => object.kind)).toEqual(['case', 'alert'])
  const { items } = await server.call(audit.list, { query: { objectKind: 'case', objectId: one.id } }, as)
  expect(items.map(({ object }) => `${object.kind} ${object.id}`).toSorted()).toEqual([
    `STR ${one.id}`,
    `alert ${alertId}`,
    `case ${one.id}`,
  ])
  const alone = await server.call(audit.list, { query: { objectKind: 'alert', objectId: one.id } }, as)
  expect(alone.items.map(({ object }) => object.id)).toEqual([alertId])
})

describe('an export', () => {
  const NULL = '\0'
  const csvOf = async (query: object) => (await server.send(audit.csv, { query }, as)).text()
  const save = async (name: string, text: string) => {
    const file = join(folder, `${name}.csv`)
    await writeFile(file, text)
    return file
  }

  test('is verified from the file alone, formulas and empty texts included', async () => {
    const one = await world.addCase()
    for (const note of ['=1+1', "'=kept", '\t-3', "'quoted'", 'a "b", c\nd']) {
      await server.call(cases.note, { params: { caseId: one.id }, body: { note } })
    }
    const text = await csvOf({})
    const count = (parse(text, { columns: true }) as unknown[]).length
    const file = await save('whole', text)
    const [latest] = parse(text, { columns: true }) as { n: string; hash: string }[]
    const head = { n: Number(latest?.n), hash: latest?.hash ?? '' }
    expect(await examineCsv(file, [head])).toMatchObject({ whole: count, leftOut: 0, heads: 1, faults: [] })
    const other = await examineCsv(file, [{ ...head, hash: '0'.repeat(64) }])
    expect(other.faults[0]).toContain('is not the one that was kept')
    // of one case alone: its own entries are whole, though few follow each other
    const own = await examineCsv(await save('case', await csvOf({ objectKind: 'case', objectId: one.id })))
    expect(own).toMatchObject({ whole: 5, linked: 4, faults: [] })
  })

  test('any changed cell and exchanged rows are found', async () => {
    // null is an empty cell without quotes
    const rows = parse(await csvOf({ objectKind: 'case' }), {
      cast: (cell, { quoting }) => (cell === '' && !quoting ? NULL : cell),
    }) as string[][]
    const [header = [], ...entries] = rows
    // the fields outside the hash can be computed from those in it
    const apart = new Set(['name', 'customer_id', 'part', 'is_whole'])
    const text = (lines: readonly string[][]) =>
      lines
        .map((line) => line.map((cell) => (cell === NULL ? '' : `"${cell.replaceAll('"', '""')}"`)).join(','))
        .join('\n')
    expect((await examineCsv(await save('same', text(rows)))).faults).toEqual([])
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), async (row, column) => {
        const at = column % header.length
        const of = row % entries.length
        fc.pre(!apart.has(header[at] ?? ''))
        const changed = entries.map((line, i) =>
          i === of ? line.map((cell, j) => (j === at ? `${cell}9` : cell)) : line,
        )
        const file = await save('changed', text([header, ...changed]))
        const found = await examineCsv(file).then(
          ({ faults }) => faults.length > 0,
          () => true,
        )
        return found
      }),
      { numRuns: 200 },
    )
    const swapped = [...entries.slice(1, 2), ...entries.slice(0, 1), ...entries.slice(2)]
    expect((await examineCsv(await save('swapped', text([header, ...swapped])))).faults.join()).toContain(
      'the rows were put in another order',
    )
  })
})
