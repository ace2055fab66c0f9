import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, removeFolder } from '#tests/support/folder.ts'
import { runAs } from './cluster.ts'
import { openEmbedded } from './embedded.ts'

const asRoot = test.skipIf(process.getuid?.() !== 0)

asRoot('as root, PostgreSQL runs as an existing user, and keeps to the one that owns its directory', async () => {
  const users = readFileSync('/etc/passwd', 'utf8')
  const nobody = Number(execFileSync('id', ['-u', 'nobody']))
  const folder = makeFolder()
  const postgres = join(folder, 'postgres')
  // a database that was made before there was a user postgres
  mkdirSync(postgres)
  chownSync(postgres, nobody, Number(execFileSync('id', ['-g', 'nobody'])))
  const server = await openEmbedded(folder)
  const pid = readFileSync(join(postgres, 'postmaster.pid'), 'utf8').split('\n')[0]
  expect([statSync(`/proc/${pid}`).uid, statSync(postgres).uid, runAs(postgres).uid]).toEqual([nobody, nobody, nobody])
  await server.close()
  expect(readFileSync('/etc/passwd', 'utf8')).toBe(users)
  await removeFolder(folder)
})

asRoot('a directory that root restored counts as nobody’s yet', () => {
  const folder = makeFolder()
  expect(runAs(folder)).toEqual(runAs())
  expect(runAs().uid).not.toBe(0)
  return removeFolder(folder)
})
