/** The real server and database behind a server that fails, on a port. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { sql } from 'kysely'
import type { SyncOp } from '#contract/calls/sync.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/core/config.ts'
import { openLog } from '#server/core/log.ts'
import { Limiter } from '#server/http/limiter.ts'
import type { Services } from '#server/http/services.ts'
import { saveAccounts } from '#server/identity/accounts.ts'
import { DEMO_ACCOUNTS } from '#server/identity/demo/accounts.ts'
import { Sessions } from '#server/identity/sessions.ts'
import { SignIn } from '#server/identity/sign-in.ts'
import { csvOfKyc } from '#server/kyc/queries.ts'
import { MailOutbox } from '#server/mail/mail-outbox.ts'
import { openTransport } from '#server/mail/transport.ts'
import { makeTaskQueue } from '#server/make-task-queue.ts'
import { openStore } from '#server/store/open.ts'
import { Pokes } from '#server/store/pokes.ts'
import { Dropped, Faults, isBatch } from '#tests/support/faults.ts'
import { makeFolder, removeFolder } from '#tests/support/folder.ts'
import { makeWorld } from '#tests/support/world.ts'

/** How long a decision waits for its undo: short, so that a minute holds many. */
const HOLD_SECONDS = 0.4

export type Site = Awaited<ReturnType<typeof openSite>>

/** `window`: the folder of a built window. `close` leaves nothing behind. */
export async function openSite(window: string) {
  const folder = makeFolder()
  const config = readConfig({
    DATA_DIR: folder,
    DEMO: 'none',
    LOG_LEVEL: 'silent',
    // the soak is about carrying, and decides without facts
    UNREAD_FACTS: 'record',
    RATE_LIMIT: '1000000',
    HOLD_SECONDS: String(HOLD_SECONDS),
  })
  const log = openLog(config.logLevel)
  const store = await openStore(config, log)
  for (const setting of ['fsync', 'synchronous_commit']) {
    await sql`alter system set ${sql.raw(setting)} = off`.execute(store.db)
  }
  await sql`select pg_reload_conf()`.execute(store.db)
  await saveAccounts(store.db, DEMO_ACCOUNTS)
  const world = await makeWorld(store.db)
  const flights = new Flights()
  let app: ReturnType<typeof createApp>
  const faults = new Faults((request) => app.fetch(request))
  const now = () => new Date(faults.now())
  const sessions = await Sessions.open(store.db, config.sessionHours, now, config.sessionMaxHours)
  const pokes = new Pokes(store.url, (error) => log.warn(error))
  const services: Services = {
    store,
    config,
    sessions,
    signIn: new SignIn({ db: store.db, config, sessions, provider: undefined, now }),
    limiter: new Limiter(config.rateLimit, now),
    pokes,
    tasks: makeTaskQueue({ store, config, log, now }),
    mail: new MailOutbox({ store, transport: openTransport(config), attachments: { kyc: csvOfKyc }, log, now }),
    now,
    log,
  }
  app = createApp(services, window)

  const answer = getRequestListener(async (request, { incoming, outgoing }) => {
    const land = isBatch(request) ? await flights.depart(request, incoming as IncomingMessage) : undefined
    try {
      return await faults.serve(request)
    } catch (error) {
      if (!(error instanceof Dropped)) throw error
      outgoing.destroy()
      return RESPONSE_ALREADY_SENT
    } finally {
      land?.()
    }
  })
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  let releases = 0

  return {
    url,
    db: store.db,
    world,
    faults,
    flights,
    token: (account: string) => sessions.start(account),
    /** A call by somebody else, past all faults. */
    call: async (path: string, method: string, account: string, body?: unknown): Promise<Response> => {
      const headers = { 'auth-token': await sessions.start(account), platform: 'paxum', 'client-version': '2.0.9' }
      const json = body !== undefined && { 'content-type': 'application/json' }
      return app.fetch(
        new Request(url + path, {
          method,
          headers: { ...headers, 'if-match': '*', ...json },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      )
    },
    /** A new version of the window, whose service worker is another one; or the one it was built as, once more. */
    deploy(isBack: boolean) {
      if (isBack) {
        app = createApp(services, window)
        return
      }
      releases += 1
      const next = join(folder, `release-${releases}`)
      cpSync(window, next, { recursive: true })
      const worker = join(next, 'sw.js')
      writeFileSync(worker, `${readFileSync(worker, 'utf8')}\n// release ${releases}\n`)
      app = createApp(services, next)
    },
    /** The account has no access to the platform any more. */
    losePlatform: (account: string, platform: string) =>
      sql`update account set platforms = array_remove(platforms, ${platform}) where id = ${account}`.execute(store.db),
    /** Breaks connections to the database, as a restart of it does, for as long as `until` takes. */
    async shakeDatabase(until: Promise<unknown>) {
      const watch = { isOver: false }
      const watched = until.finally(() => (watch.isOver = true))
      while (!watch.isOver) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and application_name = 'docket'`
          .execute(store.db)
          .catch((error: unknown) => log.debug(error, 'its own connection broke too'))
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      await watched
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await pokes.close()
      await store.close()
      await removeFolder(folder)
    },
  }
}

/** Batches on their way, so that the same operation is never there twice at a time while its sender lives. */
class Flights {
  readonly #open = new Set<{ opIds: readonly string[]; incoming: IncomingMessage }>()
  /** Operations that were sent while an earlier request of theirs was still waiting for its answer. */
  readonly twice: string[] = []
  requests = 0

  async depart(request: Request, incoming: IncomingMessage): Promise<() => void> {
    const { ops = [] } = (await request
      .clone()
      .json()
      .catch(() => ({}))) as { ops?: SyncOp[] }
    const flight = { opIds: ops.map(({ opId }) => opId), incoming }
    const aloft = new Set([...this.#open].flatMap((one) => (one.incoming.socket.destroyed ? [] : one.opIds)))
    this.twice.push(...flight.opIds.filter((opId) => aloft.has(opId)))
    this.#open.add(flight)
    this.requests += 1
    return () => void this.#open.delete(flight)
  }
}
