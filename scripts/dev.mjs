// npm run dev: the window by Vite, which puts a change in place, and the server, which starts anew when a file of it changes.
// With --port N the window is there; the server's port and everything else come from the settings.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { root, setup } from './setup.mjs'

/** The files that the server is made of. */
const SERVER = /^(?:server|contract)\/(?!.*\.test\.ts$).*\.(?:ts|mjs|js|css|json|sql)$/
/** A save of several files is one change, ms. */
const DEBOUNCE = 100

const { values } = parseArgs({ options: { port: { type: 'string', default: '5173' } } })
await setup()
const { createServer } = await import('vite')

const env = {
  ...process.env,
  PORT: process.env.PORT ?? '4280',
  // the sign-in comes back to the window's own port
  SPA_HOSTS: process.env.SPA_HOSTS ?? `http://localhost:${values.port}`,
}
let server
let isEnding = false

function start() {
  server = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], { cwd: root, env, stdio: 'inherit' })
  const started = server
  server.once('exit', (code) => {
    if (!isEnding && started === server && code !== null) console.log('dev: the server ended; a change starts it again')
  })
}

async function end(signal) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill(signal)
  await gone
}

/** One after the other, however quickly files change. */
let restarts = Promise.resolve()
function restart() {
  restarts = restarts.then(async () => {
    if (isEnding) return
    // a killed server leaves its PostgreSQL running, which the next one takes over at once
    await end('SIGKILL')
    start()
  })
}

start()
const vite = await createServer({ root, server: { port: Number(values.port), strictPort: true } })
let timer
vite.watcher.on('all', (_event, path) => {
  const file = relative(root, path).replaceAll('\\', '/')
  if (!SERVER.test(file)) return
  console.log(`dev: ${file} changed`)
  clearTimeout(timer)
  timer = setTimeout(restart, DEBOUNCE)
})
await vite.listen()
vite.printUrls()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, async () => {
    if (isEnding) process.exit(1)
    isEnding = true
    await restarts
    await Promise.all([end('SIGTERM'), vite.close()])
    process.exit(0)
  })
}
