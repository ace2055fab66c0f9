import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NOBODY } from '#server/identity/accounts.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeFolder, removeFolder } from '#tests/support/folder.ts'
import { examineChain } from './examine-chain.ts'
import { recordAll, type Actor } from './audit.ts'
import { headsFile, readHeads, verifyingKey } from './heads.ts'
import { sendHeadWorker, signHeadWorker } from './send-heads-task.ts'

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await testDatabase()
  folder = makeFolder()
  await write(5)
})
afterEach(async () => {
  await database.close()
  await removeFolder(folder)
})

const now = () => new Date('2026-01-02T03:04:06.789Z')
const actor: Actor = {
  account: { ...NOBODY, id: 'analyst', roles: ['analyst'] },
  platform: 'paxum',
  origin: { address: null, appVersion: null },
  now,
}
const write = (many: number, action = 'add note') =>
  database.db.transaction().execute((tx) =>
    recordAll(
      tx,
      actor,
      Array.from({ length: many }, (_, n) => ({ action, object: { kind: 'case', id: `PX${n}` } })),
    ),
  )
const given = (heads?: string) => ({
  db: database.db,
  config: { dataDir: folder, audit: { keyFile: join(folder, 'audit-key.pem'), heads } },
  now,
})
const signNow = () => signHeadWorker(given()).run({})
const read = async () => {
  const key = await verifyingKey(join(folder, 'audit-key.pem.pub'))
  if (!key) throw new Error('no key')
  return readHeads(headsFile(folder), key)
}
/** As the owner of the table does it: without the trigger, and with hashes that fit. */
const rewrite = async (statement: string, many: number) => {
  const trigger = (word: string) => `alter table audit ${word} trigger audit_append_only`
  await database.pool.query(`${trigger('disable')}; ${statement}; ${trigger('enable')}`)
  if (many > 0) await write(many, 'add another note')
}

test('a chain that agrees with its signed heads is whole', async () => {
  await signNow()
  await write(3)
  await signNow()
  const { heads, faults } = await read()
  expect([heads.map(({ n }) => n), faults]).toEqual([[5, 8], []])
  expect(await examineChain(database.db, ...heads)).toMatchObject({ count: 8, fault: null })
})

test('a chain with recomputed hashes is consistent in itself, and detected by the signed heads', async () => {
  await signNow()
  await write(3)
  await signNow()
  await rewrite('delete from audit where n > 6', 4)
  expect(await examineChain(database.db)).toMatchObject({ count: 10, fault: null })
  const { heads } = await read()
  expect(await examineChain(database.db, ...heads)).toMatchObject({
    fault: { kind: 'rewritten', n: 8, text: expect.stringMatching(/between 6 and 8/) },
  })
})

test('a truncated tail is detected by the signed heads', async () => {
  await signNow()
  await rewrite('delete from audit where n > 3', 0)
  expect(await examineChain(database.db)).toMatchObject({ count: 3, fault: null })
  const { heads } = await read()
  expect(await examineChain(database.db, ...heads)).toMatchObject({ fault: { kind: 'cut off', n: 4 } })
})

test('a changed, forged or malformed head is reported with its line', async () => {
  await signNow()
  const [line = ''] = (await readFile(headsFile(folder), 'utf8')).split('\n')
  const head = JSON.parse(line) as object
  const lines = [{ ...head, n: 4 }, { ...head, key: 'f'.repeat(16) }, 'x'].map((each) => JSON.stringify(each))
  await appendFile(headsFile(folder), `${lines.join('\n')}\n`)
  expect((await read()).faults).toEqual([
    expect.stringMatching(/line 2 has an invalid signature/),
    expect.stringMatching(/line 3 is signed by another key/),
    expect.stringMatching(/line 4 is not a signed head/),
  ])
})

test('the key is created once, readable by its owner alone, and an invalid key file is refused', async () => {
  await signNow()
  const made = await readFile(join(folder, 'audit-key.pem'), 'utf8')
  await signNow()
  expect(await readFile(join(folder, 'audit-key.pem'), 'utf8')).toBe(made)
  await writeFile(join(folder, 'audit-key.pem'), 'no key')
  await expect(signNow()).rejects.toThrow()
})

test('the head is sent to a file, by mail, or to a service, which must accept it', async () => {
  const away = join(folder, 'away.jsonl')
  await sendHeadWorker(given(`file://${away}`)).run({})
  expect(JSON.parse(await readFile(away, 'utf8'))).toMatchObject({ n: 5 })

  await sendHeadWorker(given('mailto:auditor@example.com')).run({})
  const mail = await database.db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()
  expect(mail).toMatchObject({ recipient: 'auditor@example.com', text: expect.stringContaining('"n":5') })

  const taken: string[] = []
  let status = 204
  const service = createServer((request, response) => {
    request.on('data', (part: Buffer) => taken.push(String(part)))
    request.on('end', () => response.writeHead(status).end())
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/heads`
  await sendHeadWorker(given(url)).run({})
  expect(JSON.parse(taken.join(''))).toMatchObject({ n: 5, signature: expect.any(String) })
  status = 500
  await expect(sendHeadWorker(given(url)).run({})).rejects.toThrow('AUDIT_HEADS answers 500')
  await new Promise((resolve) => service.close(resolve))
})
