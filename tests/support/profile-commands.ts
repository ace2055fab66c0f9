/**
 * Events of a profile beyond its outbox, as commands of the same model test: it is locked, signed out, used by another
 * person or emptied by the browser; platforms are withdrawn and servers restored from backup; the code is older or newer
 * than the rows; the service worker sends.
 */
import fc from 'fast-check'
import { packBackgroundKeys } from '#engine/vault/background-keys.ts'
import { deleteUser } from '#engine/vault/delete-data.ts'
import { randomBytes, toBase64 } from '#engine/vault/slots.ts'
import { wipeEverything, wipeAllButOutbox } from '#engine/vault/wipe.ts'
import { Background } from '../../sw/background.ts'
import { PLATFORMS, throwUnlessGone, type Desk, type User } from './vault-desk.ts'
import { command, event, type Command, type Model } from './outbox-commands.ts'

const [, PLATFORM] = PLATFORMS

/** Closes every tab; the answer to what the leader is sending arrives afterwards, or never. */
async function shut(model: Model, desk: Desk, isSending: boolean): Promise<void> {
  const going = isSending ? await desk.sending() : null
  await desk.shut()
  model.isOpen = false
  going?.answer()
  await going?.pass.catch(throwUnlessGone)
}

async function open(model: Model, desk: Desk, user?: User): Promise<void> {
  await desk.open(user, 1)
  model.evicted.delete(desk.user.uid)
  const names = (await desk.idb.indexedDB.databases()).map(({ name }) => name)
  for (const other of desk.users) {
    if (other === desk.user || names.includes(`docket-engine-${other.stem}-outbox`)) continue
    // databases that were deleted must have had nothing unsent
    if (other.sentinel?.pending && !model.evicted.has(other.uid))
      desk.seen.push(`${other.sentinel.pending} of ${other.uid} were thrown away`)
    forget(model, other.uid)
  }
  Object.assign(model, { isOpen: true, tabs: 1, uid: desk.user.uid })
}

const lock = fc
  .boolean()
  .map((isSending) => command(isSending ? 'lock while sending' : 'lock', (model, desk) => shut(model, desk, isSending)))

const unlock = fc.constant(
  event(
    'unlock',
    (model, desk) => open(model, desk),
    ({ isOpen }) => !isOpen,
  ),
)

/** The window of the previous user has not noticed yet, and sends again. */
const switchUser = fc.constant(
  event('switch user', async (model, desk) => {
    const other = desk.users.find((user) => user !== desk.user)
    if (model.isOpen) {
      desk.token = other?.token ?? ''
      await desk.leader.flusher.pass()
      await desk.shut()
    }
    await open(model, desk, other)
  }),
)

/** The device forgets its operations; the unsent ones must not be sent either. */
function forget(model: Model, uid: string, given: readonly string[] = []): void {
  for (const { opId, uid: whose } of model.accepted) if (whose === uid) model.forgotten.add(opId)
  for (const opId of given) model.undone.add(opId)
}

const logout = fc.constantFrom('keep', 'discard', 'wiped from afar').map((how) =>
  command(`logout(${how})`, async (model, desk) => {
    const { idb, clock, user, device, server } = desk
    const isHeard = server.isOnline && server.isSignedIn && server.faults.length === 0
    const { databases, transport } = desk.leader
    const left = await databases.outbox.ops.where('state').notEqual('acked').toArray()
    const given = left.filter(({ reached, state }) => !reached && state !== 'sending' && state !== 'uncertain')
    await shut(model, desk, false)
    const again = await desk.databases()
    desk.isOpen = true
    const ports = { databases: again, idb, stem: user.stem, transport, now: clock.now(), giveUp: async () => true }
    if (how === 'keep') await wipeAllButOutbox(ports)
    else if (how === 'discard') await wipeEverything(ports, 'No longer mine')
    else {
      again.close()
      await deleteUser(user.stem, idb)
    }
    desk.isOpen = false
    if (how === 'keep') return
    // the window forgets it too
    user.sentinel = undefined
    desk.owed = desk.owed.filter((one) => one.user !== user)
    forget(
      model,
      user.uid,
      given.map(({ opId }) => opId),
    )
    const untold = given.filter(({ seq }) => !server.ended.has(`${device}|${seq}`))
    if (how === 'discard' && isHeard && untold.length > 0) desk.seen.push(`${untold.length} given up without a word`)
    const names = (await idb.indexedDB.databases()).filter(({ name }) => name?.includes(user.stem))
    if (names.length > 0) desk.seen.push(`${names.length} databases are left`)
  }),
)

const wipeDb = fc.constant(
  event('the browser empties its storage', async (model, desk) => {
    if (model.isOpen) await shut(model, desk, false)
    for (const { uid } of desk.users) {
      forget(model, uid)
      model.evicted.add(uid)
    }
    desk.evict()
    await open(model, desk)
  }),
)

const revoke = fc.constant(
  event(
    `revoke ${PLATFORM}`,
    async (model, desk) => {
      const { user } = desk
      delete user.shares[PLATFORM]
      desk.server.withdrawn.add(`${user.token}|${PLATFORM}`)
      model.withdrawn.add(model.uid)
      if (model.isOpen) await desk.destroy(PLATFORM)
    },
    ({ withdrawn, uid }) => !withdrawn.has(uid),
  ),
)

/** The platform is granted again, under another key share of the server. */
const grant = fc.constant(
  command(
    `grant ${PLATFORM}`,
    async (model, { user, server }) => {
      user.shares[PLATFORM] = toBase64(randomBytes(32))
      server.withdrawn.delete(`${user.token}|${PLATFORM}`)
      model.withdrawn.delete(model.uid)
    },
    ({ withdrawn, uid }) => withdrawn.has(uid),
  ),
)

const backUp = fc.constant(event('back up the server', async (_, desk) => void (desk.copy = desk.server.backup())))

const restoreServer = fc.constant(
  event('restore the server', async (model, desk) => {
    const { server, copy, users } = desk
    for (const { opId } of server.ledger.slice(copy.ledger.length)) model.lostThere.add(opId)
    server.restore(copy)
    for (const user of users) user.isBehind = true
    if (model.isOpen) await desk.hear()
  }),
)

/** The rows on the disk are of a newer version, which alone may send them. */
const rollBack = fc.constant(
  command(
    'roll back',
    async (model, desk) => {
      const waiting = desk.leader.databases.outbox.ops.where('state').anyOf('held', 'ready', 'auth')
      await waiting.modify((row) => void (row.kindV += 1))
      model.isRolledBack = desk.isRolledBack = true
      await reload(model, desk)
    },
    ({ isRolledBack }) => !isRolledBack,
  ),
)

const upgrade = fc.constant(
  command(
    'upgrade',
    async (model, desk) => {
      model.isRolledBack = desk.isRolledBack = false
      await reload(model, desk)
    },
    ({ isRolledBack }) => isRolledBack,
  ),
)

async function reload(model: Model, desk: Desk): Promise<void> {
  await shut(model, desk, false)
  await open(model, desk)
}

/** Every window is closed; the service worker has the keys to send the rest, until it is killed. */
async function handOver(model: Model, desk: Desk) {
  const { leader, user, server, idb, locks, clock, device } = desk
  const head = { stem: user.stem, uid: user.uid, base: '/api', appV: '1', isProven: true, token: user.token, device }
  const platforms = PLATFORMS.filter((platform) => leader.ring.platforms?.has(platform))
  const handed = await packBackgroundKeys(leader.ring, head, platforms)
  await shut(model, desk, false)
  desk.isOpen = true
  const worker = { isOver: false, isDead: false }
  const open: IDBDatabase[] = []
  const connecting: Pick<IDBFactory, 'open'> = {
    open(...args) {
      const request = idb.indexedDB.open(...args)
      request.addEventListener('success', () => open.push(request.result))
      return request
    },
  }
  const background = new Background({
    idb: { ...idb, indexedDB: Object.assign(Object.create(idb.indexedDB) as IDBFactory, connecting) },
    locks,
    clock,
    fetch: async (url, init) => {
      const answer = worker.isDead ? null : await server.fetch(url, init)
      // a stopped worker neither asks nor hears anything
      return answer && !worker.isDead ? answer : new Promise(() => undefined)
    },
    channel: () => ({ postMessage: () => undefined, close: () => undefined }),
    random: () => 0.5,
    hasWindow: async () => false,
  })
  background.take(handed)
  const sending = background.send().finally(() => (worker.isOver = true))
  const kill = () => {
    worker.isDead = true
    for (const connection of open) connection.close()
    desk.dropLocks()
  }
  return { worker, sending, kill }
}

const fireSync = fc.constant(
  command('the service worker sends', async (model, desk) => {
    const { worker, sending } = await handOver(model, desk)
    await desk.until(() => worker.isOver)
    await sending
    await open(model, desk)
  }),
)

/** It is killed between the effect on the server and the answer. */
const stopWorker = fc.constant(
  command('the service worker is stopped while it sends', async (model, desk) => {
    const { server } = desk
    server.faults.unshift({ type: 'hangs' })
    const waiting = server.holdsBack.length
    const { worker, kill } = await handOver(model, desk)
    await desk.until(() => worker.isOver || server.holdsBack.length > waiting)
    kill()
    server.faults = server.faults.filter(({ type }) => type !== 'hangs')
    await open(model, desk)
  }),
)

export const LIFE_COMMANDS: fc.Arbitrary<Command>[] = [
  lock,
  unlock,
  unlock,
  unlock,
  switchUser,
  logout,
  wipeDb,
  revoke,
  grant,
  backUp,
  restoreServer,
  rollBack,
  upgrade,
  fireSync,
  stopWorker,
]
