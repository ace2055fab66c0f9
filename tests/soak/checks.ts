/** the invariants (docs/design/offline.md#invariants), looked at when everything is quiet. */
import { isDeepStrictEqual } from 'node:util'
import type { Page } from '@playwright/test'
import type { CaseDetail } from '#contract/model/cases/case.ts'
import { verifyChain } from '#server/audit/audit.ts'
import { readDisk } from '#tests/support/browser-databases.ts'
import { findings, type Books } from '#tests/support/ledger.ts'
import { opensWith, sealedIn, sharesOf, tallied, type Captured, type Found } from '#tests/support/stolen-disk.ts'
import { BY_KEYS } from './by-keys.ts'
import type { Insight } from './client.ts'
import { pause, within } from './pause.ts'
import { ACCOUNT, LOST_PLATFORM, type Soak } from './soak.ts'
import { tallyOf, type Tally } from './tally.ts'

/** How long it may take, once everything works, until nothing is left to send: the longest backoff of a few failures. */
const SETTLE_MS = 60_000
/** Batches for each operation that was taken in, and some for trying. */
const REQUESTS_PER_OP = 2

/** How long it may take until a platform's keys are gone. */
const LOSS_MS = 20_000

export interface Quiet {
  tally: Tally
  /** The faults, one line each: the invariant's number first. */
  wrong: string[]
  /** How long it took to come to rest, ms. */
  settled: number
}

/** Waits until the client says that it has nothing left, and looks at everything. */
export async function atRest(soak: Soak): Promise<Quiet> {
  const started = Date.now()
  await soak.calm()
  const left = await drained(soak, started + SETTLE_MS)
  const settled = Date.now() - started
  const [tab] = soak.profile.tabs
  const { insight } = soak.client
  const books = tab ? await insight.books(tab, ACCOUNT) : null
  const tally = await tallyOf(soak.site.db, soak.accepted, books ? keptBy(books) : new Set())
  const wrong = [
    ...tally.lost.map((opId) => `I1 lost: ${opId}`),
    ...tally.doubled.map((opId) => `I2 doubled: ${opId}`),
    ...tally.inversions.map((opId) => `I3 out of order: ${opId}`),
  ]
  if (!tab) wrong.push('I10 no tab opens any more')
  if (books && tab) {
    if (left > 0) wrong.push(`I10 not at rest after ${SETTLE_MS} ms: ${left} left, ${standing(books)}`)
    wrong.push(...(await bookkeeping(soak, books)), ...(await byKeys(soak)))
    wrong.push(...(await screens(soak)), ...budget(soak))
  }
  return { tally, wrong, settled }
}

/**
 * The end: the account loses a platform, the workbench is locked, the device is wiped from afar. Each time somebody has
 * copies of the disk, from before and from then, and is told what the server says by then.
 */
export async function atTheEnd(soak: Soak): Promise<string[]> {
  const { site, profile } = soak
  const [tab] = profile.tabs
  const { insight } = soak.client
  if (!tab) return []
  const { device, copy } = await readDisk(tab)
  const opensNow = async (of: Captured) => opensWith(await sharesOf(site, device), of, ACCOUNT)
  const ofPlatform = (found: readonly Found[]) => found.filter(({ platform }) => platform === LOST_PLATFORM)
  const all = sealedIn(copy, ACCOUNT)
  const wrong: string[] = []
  const expectOpen = async (what: string, of: Captured, wanted: readonly Found[]) => {
    const [found, should] = [tallied(await opensNow(of)), tallied(wanted)]
    if (!isDeepStrictEqual(found, should))
      wrong.push(`I8 ${what} opens ${JSON.stringify(found)} and should ${JSON.stringify(should)}`)
  }
  // a key that opens nothing at any time would prove nothing
  if (ofPlatform(all).length === 0) wrong.push(`I8 nothing of ${LOST_PLATFORM} is on the disk before it is lost`)
  await expectOpen('a copy of the disk in use', copy, all)

  wrong.push(...(await afterLoss(soak, tab, insight)))
  const others = all.filter(({ platform }) => platform !== LOST_PLATFORM)
  await expectOpen('a copy from before a platform was lost', copy, others)

  // the page loads again before it could answer
  await within(LOSS_MS, insight.lock(tab)).catch(() => undefined)
  const { copy: locked } = await within(LOSS_MS, diskOf(soak))
  if ((await opensWith({}, locked, ACCOUNT)).length > 0) wrong.push('I8 a locked disk opens without the server')
  await expectOpen('a locked disk, with the server’s halves,', locked, sealedIn(locked, ACCOUNT))

  await site.call(`/api/sync/device/${device}`, 'DELETE', ACCOUNT)
  for (const [name, of] of [
    ['in use', copy],
    ['locked', locked],
  ] as const)
    await expectOpen(`a copy of a disk that was ${name}, after the device was wiped,`, of, [])
  return wrong
}

/** The disk by a tab of its own: the others load again while they lock. */
async function diskOf({ site, profile }: Soak): Promise<{ copy: Captured }> {
  const page = await profile.context.newPage()
  // not the shell, which the service worker has for every other address
  await page.goto(`${site.url}/api/healthz`)
  const found = await readDisk(page)
  await page.close()
  return found
}

/** Nothing of a platform that is lost stays on the device, and no key to it. */
async function afterLoss({ site, client }: Soak, tab: Page, insight: Insight): Promise<string[]> {
  await site.losePlatform(ACCOUNT, LOST_PLATFORM)
  await within(LOSS_MS, client.load(tab, site.url, false)).catch(() => undefined)
  let left: string[] = []
  for (const until = Date.now() + LOSS_MS; Date.now() < until; await pause(500)) {
    left = await within(5000, insight.remains(tab, LOST_PLATFORM)).catch((error: unknown) => [String(error)])
    if (left.length === 0) return []
  }
  return left.map((what) => `I8 outlives its platform: ${what}`)
}

/** How many are left when it is over. */
async function drained(soak: Soak, until: number): Promise<number> {
  const { client, profile } = soak
  let left = Number.NaN
  let before = Number.NaN
  while (Date.now() < until) {
    const tab = profile.tabs[0] ?? (await profile.open())
    if (!tab) continue
    try {
      await within(5000, client.nudge(tab))
      const stuck = await within(5000, client.insight.answerStuck(tab, 0.5))
      left = stuck + (await within(5000, client.unsent(tab)))
    } catch {
      await profile.close(tab)
    }
    // twice, since an answer may put something back
    if (left === 0 && before === 0) return 0
    before = left
    await pause(500)
  }
  return left
}

/** The remaining rows: their number by state, and the maximum of attempts. */
function standing({ ops }: Books): string {
  const open = ops.filter(({ state }) => state !== 'acked')
  const counts = new Map<string, number>()
  for (const { state, tries } of open) {
    const what = [state, tries?.at(-1)?.code].filter(Boolean).join(' ')
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  const most = Math.max(0, ...open.map(({ tries }) => tries?.length ?? 0))
  return `${[...counts].map(([what, count]) => `${what} ${count}`).join(', ')}, ${most} attempts`
}

/** On the device, or ended there by the user, whose receipt says so. */
function keptBy({ ops, receipts }: Books): Set<string> {
  const waiting = ops.filter(({ state }) => state !== 'acked')
  const ended = receipts.filter(({ end }) => end !== 'done')
  return new Set([...waiting, ...ended].map(({ opId }) => opId))
}

async function bookkeeping(soak: Soak, books: Books): Promise<string[]> {
  const { db } = soak.site
  const accepted = soak.accepted.map(({ opId }) => opId)
  const found = await findings(db, { ...books, accepted })
  const others = await db
    .selectFrom('audit')
    .select(['idempotency_key', 'actor', 'device'])
    .where('idempotency_key', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('actor', '!=', ACCOUNT),
        eb('client_time', 'is', null),
        // operations that a full disk sends at once belong to no device that stores anything
        eb('device', 'in', eb.selectFrom('device').select('id').where('id', '!=', books.device)),
      ]),
    )
    .execute()
  const chain = await verifyChain(db)
  return [
    ...found.lost.map((opId) => `I1 lost: ${opId}`),
    ...found.doubled.map((what) => `I2 doubled: ${what}`),
    ...found.inversions.map((opId) => `I3 out of order: ${opId}`),
    ...found.early.map((opId) => `I4 before what it depends on: ${opId}`),
    ...found.undone.map((opId) => `I5 taken back and done: ${opId}`),
    ...found.unaccepted.map((opId) => `I5 done and never taken in: ${opId}`),
    ...others.map((row) => `I7 ${row.idempotency_key} by ${row.actor} on ${row.device}`),
    ...(await Promise.all(found.gaps.map((n) => traceless(db, books, n)))),
    ...(chain.broken === undefined ? [] : [`I9 the audit's chain breaks at ${chain.broken}`]),
  ]
}

/** Every operation that the screen counted is there, once. */
async function byKeys({ site, written, counted, undone }: Soak): Promise<string[]> {
  const rows = await site.db
    .selectFrom('note')
    .select(['text', (eb) => eb.fn.countAll<string>().as('count')])
    .where('text', 'like', `${BY_KEYS} %`)
    .groupBy('text')
    .execute()
  const counts = new Map(rows.map(({ text, count }) => [text, Number(count)]))
  return [
    ...counted.map((words) => `I1 counted on the screen before it was on the disk: ${words}`),
    ...written.filter((words) => !counts.has(words)).map((words) => `I1 lost after the screen counted it: ${words}`),
    ...undone.filter((words) => counts.has(words)).map((words) => `I5 undone on the screen and done: ${words}`),
    ...[...counts].filter(([, count]) => count > 1).map(([words]) => `I2 doubled: ${words}`),
  ]
}

/** A number that the server has no trace of, with what the browser says of it and what its own answer was. */
async function traceless(db: Soak['site']['db'], { receipts }: Books, n: number): Promise<string> {
  const receipt = receipts.find(({ devSeq }) => devSeq === n)
  if (!receipt) return `I9 no trace of number ${n}, here neither`
  const { opId, end } = receipt
  const answer = await db.selectFrom('idempotency').select('status').where('key', '=', opId).executeTakeFirst()
  return `I9 no trace of number ${n}: ${end} here, answered ${answer?.status ?? 'nothing'} there, ${opId}`
}

/** The tab shows of each case the server's state. */
async function screens(soak: Soak): Promise<string[]> {
  const [tab] = soak.profile.tabs
  const ids = soak.cases.map(({ id }) => id)
  if (!tab) return []
  const shown = await within(30_000, soak.client.insight.details(tab, ids))
  const wrong: string[] = []
  let noted: CaseDetail | undefined
  for (const [index, id] of ids.entries()) {
    const answer = await soak.site.call(`/api/management/case/${id}`, 'GET', ACCOUNT)
    const detail = (await answer.json()) as CaseDetail
    const [there, here] = [glance(detail), glance(shown[index])]
    if (detail.notes.length > (noted?.notes.length ?? 0)) noted = detail
    const more = here.filter((each) => !there.includes(each) || here.indexOf(each) !== here.lastIndexOf(each))
    const less = there.filter((each) => !here.includes(each))
    if (more.length + less.length > 0) wrong.push(`I6 ${id} shows ${more.join(', ')} and should ${less.join(', ')}`)
  }
  if (noted) wrong.push(...(await onScreen(soak, noted)))
  return wrong
}

/** The same once more as it is drawn, for the case with the most notes. */
async function onScreen(soak: Soak, { id, notes }: CaseDetail): Promise<string[]> {
  const [tab] = soak.profile.tabs
  if (!tab) return []
  const wanted = notes.map(({ text }) => text).toSorted()
  let drawn: string[] = []
  for (let tries = 0; tries < 3 && drawn.join() !== wanted.join(); tries += 1) {
    drawn = await within(30_000, soak.client.insight.notesOnScreen(tab, soak.site.url, id)).catch(() => [])
    drawn.sort()
  }
  return drawn.join() === wanted.join()
    ? []
    : [`I6 the screen of ${id} shows ${drawn.length} notes of ${wanted.length}`]
}

/** The visible state of a case, one line each. */
function glance(one: CaseDetail | null | undefined): string[] {
  if (!one) return []
  return [
    `${one.status} ${one.recommendedStr} ${one.manager?.id}`,
    ...one.alerts.map(({ id, status }) => `alert ${id} ${status}`),
    ...one.notes.map(({ id, text }) => `note ${id} ${text}`),
  ]
}

function budget({ site, accepted }: Soak): string[] {
  const { requests, twice } = site.flights
  const most = REQUESTS_PER_OP * accepted.length + 100
  return [
    ...(requests > most ? [`I10 ${requests} batches for ${accepted.length} operations`] : []),
    ...twice.map((opId) => `I10 on its way twice at a time: ${opId}`),
  ]
}
