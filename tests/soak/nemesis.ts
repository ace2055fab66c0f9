/** Events that happen to the client between two commands. */
import type { Random } from '#server/demo/random.ts'
import { byChance, isBatch, writes, type What } from '#tests/support/faults.ts'
import { pause } from './pause.ts'
import type { Soak } from './soak.ts'

type Act = (soak: Soak, random: Random) => Promise<void>

const HOUR = 3_600_000
export const DISK_FULL = 'disk full'
/**
 * Operations that the status line counts as unsent are on the disk: nothing that happens to the tab afterwards loses
 * them.
 */
export const COUNTED = 'a note by keys, gone once it is counted'
/** Operations that the screen calls undone are never sent, however late they were undone. */
export const UNDONE = 'a note by keys, undone as its hold ends'

/** Faults of the network and the server, by chance over the whole run. */
export const STORM: readonly What[] = [
  { type: 'drop' },
  { type: 'drop', after: true },
  { type: 'status', status: 500 },
  { type: 'status', status: 500, after: true },
  { type: 'status', status: 503, retryAfter: { seconds: 1 } },
  { type: 'status', status: 429, retryAfter: { inMs: 1500 } },
  { type: 'truncated' },
  { type: 'html' },
  { type: 'redirect' },
  { type: 'delay', ms: 400 },
  { type: 'delay', ms: 300, after: true },
]
/** Other parties between a browser and its server: portals and proxies with pages of their own, repeats, delays. */
const MIDDLE: readonly What[] = [
  ...[403, 404, 413, 502].map((status) => ({ type: 'html', status }) as const),
  { type: 'html', status: 413, after: true },
  { type: 'foreign', body: {} },
  { type: 'foreign', body: { serverTime: '2020-01-01T00:00:00Z', results: [] } },
  { type: 'twice', isAtOnce: true },
  { type: 'twice' },
  { type: 'late', ms: 1500 },
]
/** Of what writes, so many meet one of them; of what is only read, so many. */
const SHARE = { writes: 0.22, reads: 0.04 }

const isCall = ({ url }: Request) => new URL(url).pathname.startsWith('/api/')

export function storm(random: Random): (request: Request) => What | null {
  const all = [...STORM, ...MIDDLE]
  const onWrites = byChance(random.next, SHARE.writes, all)
  const onReads = byChance(random.next, SHARE.reads, all, (request) => isCall(request) && !writes(request))
  return (request) => onWrites(request) ?? onReads(request)
}

const tabOf = (soak: Soak, random: Random) => {
  const { tabs } = soak.profile
  return tabs.length > 0 ? random.pick(tabs) : null
}

/** On what every client has to bear: a browser, a network, a server. */
const COMMON: readonly (readonly [name: string, weight: number, act: Act])[] = [
  [
    'close',
    4,
    async (soak, random) => {
      const tab = tabOf(soak, random)
      if (tab) await soak.profile.close(tab)
    },
  ],
  [
    'crash',
    4,
    async (soak, random) => {
      const tab = tabOf(soak, random)
      if (tab) await soak.profile.crash(tab)
    },
  ],
  [
    'crash while an answer is on its way',
    3,
    async (soak, random) => {
      await soak.whileSending(random.chance(0.5), async () => {
        if (random.chance(0.3)) return soak.profile.kill()
        for (const tab of soak.profile.tabs) await soak.profile.crash(tab)
      })
    },
  ],
  ['kill the browser', 2, (soak) => soak.profile.kill()],
  [
    'offline',
    5,
    async (soak, random) => {
      await soak.profile.setOffline(true)
      for (let i = random.int(1, 5); i > 0; i -= 1) await soak.take()
      // sometimes the network comes back only after what happens next
      if (random.chance(0.7)) await soak.profile.setOffline(false)
    },
  ],
  [
    'flap',
    1,
    async ({ profile }) => {
      for (let i = 0; i < 4; i += 1) {
        await profile.setOffline(i % 2 === 0)
        await pause(250)
      }
    },
  ],
  [
    'server down',
    2,
    async (soak, random) => {
      const { faults } = soak.site
      const before = faults.storm
      faults.storm = () => ({ type: 'drop' })
      await soak.take()
      await pause(random.int(500, 2500))
      faults.storm = before
    },
  ],
  [
    'worker stopped',
    2,
    async (soak, random) => {
      const tab = tabOf(soak, random)
      if (!tab) return
      await soak.profile.ask(tab, async (session) => {
        await session.send('ServiceWorker.enable')
        await session.send('ServiceWorker.stopAllWorkers')
      })
    },
  ],
  [
    'database connections broken',
    2,
    async (soak) => {
      await soak.take()
      await soak.site.shakeDatabase(pause(1500))
    },
  ],
]

/** On what ours answers for beside that. */
const OURS: typeof COMMON = [
  [
    'freeze',
    2,
    async (soak, random) => {
      const tab = tabOf(soak, random)
      // nobody waits for it: the other tabs go on
      if (tab) void soak.profile.freeze(tab, random.int(500, 3000))
    },
  ],
  ['sync event', 2, (soak, random) => soak.fireSync(random.chance(0.3))],
  [
    'clock of the device',
    3,
    async (soak, random) => {
      soak.clock = random.pick([0, -2 * HOUR, -HOUR, HOUR, 3 * HOUR, -5 * 60_000])
      await soak.profile.setClocks()
    },
  ],
  [
    'clock of the server',
    1,
    async (soak, random) => void (soak.site.faults.clockOffset = random.pick([0, HOUR, -HOUR])),
  ],
  [DISK_FULL, 1, (soak) => soak.fillDisk()],
  ['somebody else', 6, (soak, random) => soak.colleague(random)],
  ['signed out', 2, (soak) => soak.signOut()],
  ['locked', 1, (soak) => soak.lock()],
  ['deploy', 1, (soak, random) => soak.deploy(random.chance(0.3))],
  [COUNTED, 2, (soak, random) => soak.writeByKeys(random)],
  [UNDONE, 2, (soak, random) => soak.undoByKeys(random)],
  [
    'held operations refused one by one',
    2,
    async ({ site }, random) => {
      const pass = random.next()
      site.faults.next.push({
        type: 'results',
        on: isBatch,
        of: (op) => (op.devSeq % 3 === Math.floor(pass * 3) ? { status: 503 } : undefined),
      })
    },
  ],
]

/** The weight of what brings a planted bug to light: every third strike or so. */
const OFTEN = 20

/** Does something, and says what. */
export async function strike(soak: Soak, random: Random): Promise<string> {
  const acts = [...COMMON, ...OURS]
  const weightOf = ([each, weight]: (typeof acts)[number]) => (soak.often.includes(each) ? OFTEN : weight)
  const [name, , act] = random.weighted(acts.map((one) => [one, weightOf(one)] as const))
  const { isOffline } = soak.profile
  // a clock that is off for long locks the workbench for long
  if (soak.clock !== 0 && random.chance(0.6)) {
    soak.clock = 0
    await soak.profile.setClocks()
  }
  await act(soak, random)
  if (isOffline) await soak.profile.setOffline(false)
  return name
}
