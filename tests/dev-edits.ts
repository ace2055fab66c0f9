// node scripts/run.mjs tests/dev-edits.ts: edits files ten times in a row, in a copy of the product, under `npm run dev`.
// Each edit of the server has to be answered, a file that does not compile has to be got over, and each edit of the window
// has to be served. Ends with 1 where one is not.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { growTree } from './soak/tree.ts'
import { makeFolder, removeFolder, removeLeftovers } from './support/folder.ts'

const EDITS = 10
/** For a start on a machine that has other work, ms. */
const PATIENCE = 120_000
const SERVER_FILE = 'server/http/probes.ts'
const SERVER_LINE = "app.get('/healthz', (c) => c.text('ok'))"
const WINDOW_FILE = 'src/format/count.ts'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function answers(url: string, text: string): Promise<number> {
  const begun = performance.now()
  while (performance.now() - begun < PATIENCE) {
    const found = await fetch(url).then(
      (answer) => answer.text(),
      () => '',
    )
    if (found.includes(text)) return Math.round(performance.now() - begun)
    await pause(50)
  }
  throw new Error(`${url} does not answer ${text}`)
}

await removeLeftovers()
const folder = makeFolder()
const data = makeFolder()
const tree = join(folder, 'tree')
growTree(tree, [])
const [port, windowPort] = [await freePort(), await freePort()]
const edit = (file: string, change: (text: string) => string) => {
  const path = join(tree, file)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}
const dev = spawn(process.execPath, ['scripts/dev.mjs', '--port', String(windowPort)], {
  cwd: tree,
  env: { ...process.env, PORT: String(port), DATA_DIR: data, DEMO: 'none', DEMO_SIGN_IN: '1', LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'inherit', 'inherit'],
})
try {
  const health = `http://localhost:${port}/healthz`
  console.log(`started in ${await answers(health, 'ok')} ms`)
  let line = SERVER_LINE
  const say = (text: string) =>
    edit(SERVER_FILE, (source) => {
      const next = SERVER_LINE.replace("'ok'", `'${text}'`)
      const edited = source.replace(line, () => next)
      line = next
      return edited
    })
  for (let n = 1; n <= EDITS; n++) {
    say(`edit ${n}.`)
    console.log(`edit ${n} of the server answered after ${await answers(health, `edit ${n}.`)} ms`)
    edit(WINDOW_FILE, (source) => `${source}\nexport const edit${n} = true\n`)
    const served = await answers(`http://localhost:${windowPort}/${WINDOW_FILE}`, `edit${n} `)
    console.log(`edit ${n} of the window served after ${served} ms`)
  }
  for (let n = 0; n < EDITS; n++) {
    say(`burst ${n}.`)
    await pause(n * 40)
  }
  console.log(`the last of ${EDITS} quick edits answered after ${await answers(health, `burst ${EDITS - 1}.`)} ms`)
  say("broken'")
  const ends = async () => {
    while (
      await fetch(health).then(
        () => true,
        () => false,
      )
    )
      await pause(50)
  }
  await ends()
  say('mended.')
  console.log(`mended after a file that did not compile in ${await answers(health, 'mended.')} ms`)
} finally {
  const gone = once(dev, 'exit')
  dev.kill('SIGTERM')
  await gone
  await removeFolder(data)
  await removeFolder(folder)
}
