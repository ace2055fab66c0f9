/** One client under a nemesis: what it took in, and the world it is in. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { randomOf, type Random } from '#server/demo/random.ts'
import { Dropped, isBatch, type Fault } from '#tests/support/faults.ts'
import { makeFolder } from '#tests/support/folder.ts'
import type { MadeCase } from '#tests/support/world.ts'
import { BY_KEYS, noteByKeys, openCase, undoByKeys } from './by-keys.ts'
import type { Client, Taken } from './client.ts'
import { storm, strike } from './nemesis.ts'
import { pause, within } from './pause.ts'
import { Profile } from './profile.ts'
import type { Site } from './site.ts'
import { fireSync } from './sync-event.ts'
import { CASES, command } from './workload.ts'

export const ACCOUNT = 'manager'
/** Taken from the account at the end. */
export const LOST_PLATFORM = 'paydek'
const TABS = 3

export interface SoakOptions {
  site: Site
  client: Client
  seed: string
  /** Names of strikes that come more often. */
  often?: readonly string[]
}

export class Soak {
  readonly site: Site
  readonly client: Client
  readonly profile: Profile
  readonly often: readonly string[]
  readonly accepted: Taken[] = []
  /** By how much the device's clock is off, ms. */
  clock = 0
  /** Commands of which nobody knows whether they were taken in. */
  unknown = 0
  /** Writes that a full disk refused. */
  refused = 0
  /** Notes that the screen has counted as unsent, by their words. */
  readonly written: string[] = []
  /** Those of them that were not on the disk yet. */
  readonly counted: string[] = []
  /** Notes that the screen has called undone. */
  readonly undone: string[] = []
  /** So many were typed, whether they were counted or not. */
  #typed = 0
  /** The events, and their number. */
  readonly struck = new Map<string, number>()
  cases: MadeCase[] = []
  readonly #chance: Random
  readonly #folder = makeFolder()

  constructor({ site, client, seed, often = [] }: SoakOptions) {
    this.site = site
    this.client = client
    this.often = often
    this.#chance = randomOf(seed)
    this.profile = new Profile({
      folder: join(this.#folder, 'profile'),
      url: site.url,
      token: () => site.token(ACCOUNT),
      load: (page, isOffline) => client.load(page, site.url, isOffline),
      clock: () => this.clock,
    })
  }

  async begin(): Promise<void> {
    await this.refill()
    await this.profile.launch()
    let first: Page | null = null
    for (let tries = 0; tries < 3 && !first; tries += 1) first = await this.profile.open()
    if (!first) throw new Error('the client does not open')
    await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    // so that there is something to lose with it
    const other = await this.site.world.addCase({ platform: LOST_PLATFORM })
    const { platform, customerId, id, uuid } = other
    const target = { platform, customerId, caseId: id, caseUuid: uuid }
    this.accepted.push(...(await this.client.accept(first, [{ kind: 'case.note', target, body: { note: 'There' } }])))
  }

  /** Other cases than before: those that were decided take no more. */
  async refill(): Promise<void> {
    const alerts = [{ rule: 'limit' }, { rule: 'velocity' }] as const
    const make = () => this.site.world.addCase({ createdAt: new Date(), alerts })
    this.cases = await Promise.all(Array.from({ length: CASES }, make))
  }

  /** One more command in one of the tabs. */
  async take(): Promise<void> {
    const { tabs } = this.profile
    const tab = tabs.length > 0 ? this.#chance.pick(tabs) : await this.profile.open()
    if (!tab) return
    try {
      const taken = await command(this, tab, this.#chance)
      this.accepted.push(...taken)
    } catch {
      // the tab is gone or stands still: what it was given is in the outbox or is not
      this.unknown += 1
      await this.profile.close(tab)
    }
  }

  /** Commands and strikes until the time is over. */
  async storm(until: number): Promise<void> {
    const { site, profile } = this
    site.faults.storm = storm(this.#chance)
    while (Date.now() < until) {
      for (let i = this.#chance.int(3, 8); i > 0; i -= 1) await this.take()
      await this.#fiddle()
      const name = await strike(this, this.#chance)
      this.struck.set(name, (this.struck.get(name) ?? 0) + 1)
      const wanted = this.#chance.int(1, TABS)
      while (profile.tabs.length < wanted && (await profile.open()));
      await pause(this.#chance.int(0, 300))
    }
  }

  /** The user's reactions to operations: undo, and answers to rejected ones. */
  async #fiddle(): Promise<void> {
    const tab = this.profile.tabs[0]
    const { insight } = this.client
    if (!tab) return
    const chance = this.#chance.next()
    if (chance < 0.2) await within(5000, insight.undo(tab)).catch(() => this.profile.close(tab))
    else if (chance < 0.5) {
      await within(5000, insight.answerStuck(tab, this.#chance.next())).catch(() => this.profile.close(tab))
    }
  }

  /** Everything works again: one tab, a network, a session, the right time. */
  async calm(): Promise<void> {
    const { site, profile } = this
    site.faults.storm = null
    site.faults.next = []
    site.faults.clockOffset = 0
    this.clock = 0
    await site.faults.landed()
    await profile.setOffline(false)
    await profile.signIn()
    for (const tab of profile.tabs) await profile.close(tab)
    for (let tries = 0; tries < 3 && profile.tabs.length === 0; tries += 1) await profile.open()
  }

  /** Does something while a batch is on its way; `after`: the server has done it by then, else it never gets there. */
  async whileSending(after: boolean, act: () => Promise<void>): Promise<void> {
    const { faults } = this.site
    let release = () => {}
    const until = new Promise<void>((resolve, reject) => {
      release = after ? resolve : () => reject(new Dropped('the connection broke'))
    })
    // nothing may have been sent meanwhile that would meet it
    until.catch(() => undefined)
    const before = faults.met.length
    const fault: Fault = { type: 'hold', until, after, on: isBatch }
    await this.profile.setOffline(false)
    faults.next.unshift(fault)
    await this.take()
    const isHeld = () => faults.met.slice(before).some(({ fault: met }) => met === 'hold')
    for (let i = 0; i < 40 && !isHeld(); i += 1) await pause(100)
    await act()
    release()
    faults.next = faults.next.filter((one) => one !== fault)
  }

  async colleague(random: Random): Promise<void> {
    const { id, uuid } = random.pick(this.cases)
    const act = random.pick([
      [`/api/management/case/awaitCustomer/${uuid}`],
      [`/api/management/case/new/${uuid}`],
      [`/api/management/case/assign/${id}/analyst2`],
      [`/api/management/case/note/${id}`, { note: 'A colleague was here.' }],
    ] as const)
    const response = await this.site.call(act[0], 'PATCH', 'analyst2', act[1])
    // refused where the case is there already: also an answer
    await response.body?.cancel()
  }

  async fireSync(lastChance: boolean): Promise<void> {
    const [tab] = this.profile.tabs
    if (!tab) return
    await this.profile.ask(tab, (session) => fireSync(session, this.site.url, 'docket-outbox', lastChance))
  }

  /** No room for more, for a few commands and for answers; what is refused then was never taken in. */
  async fillDisk(): Promise<void> {
    await this.profile.setDisk(true)
    for (let i = 0; i < 2; i += 1) await this.take()
    this.refused += await this.profile.setDisk(false)
  }

  /** The server refuses the session; after a while the same person signs in again. */
  async signOut(): Promise<void> {
    const { faults } = this.site
    faults.next.push({ type: 'status', status: 401 }, { type: 'status', status: 401 })
    await this.take()
    await pause(2500)
    faults.next = faults.next.filter(({ type }) => type !== 'status')
    await this.profile.signIn()
    await this.#reload()
  }

  /** The workbench is locked with whatever is under way, and opened again in every tab. */
  async lock(): Promise<void> {
    const [tab] = this.profile.tabs
    if (!tab) return
    await within(5000, this.client.insight.lock(tab)).catch(() => this.profile.close(tab))
    await pause(500)
    await this.#reload()
  }

  async #reload(): Promise<void> {
    const { url } = this.site
    for (const tab of this.profile.tabs) {
      const loaded = this.client.load(tab, url, this.profile.isOffline)
      await within(20_000, loaded).catch(() => this.profile.close(tab))
    }
    await this.profile.setClocks()
  }

  /** A new version is put up, or an old one again; one of the tabs takes it over while the others go on. */
  async deploy(isBack: boolean): Promise<void> {
    this.site.deploy(isBack)
    const [tab] = this.profile.tabs
    if (!tab || this.profile.isOffline) return
    const handOver = async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      await registration?.update()
      registration?.waiting?.postMessage({ type: 'SKIP_WAITING' })
    }
    await within(5000, tab.evaluate(handOver)).catch(() => this.profile.close(tab))
  }

  /** A note by keys, without a network; what happens to the tab comes in the moment in which the screen counts it. */
  async writeByKeys(random: Random): Promise<void> {
    const { profile, site } = this
    const [tab] = profile.tabs
    if (!tab) return
    const { id } = random.pick(this.cases)
    this.#typed += 1
    const words = `${BY_KEYS} ${this.#typed}`
    try {
      await within(20_000, openCase(tab, site.url, id))
      await profile.setOffline(true)
      const isStored = await within(15_000, noteByKeys(tab, words))
      if (isStored === null) return
      this.written.push(words)
      if (!isStored) this.counted.push(words)
    } catch {
      // the tab stood still or was refused its case: the screen has not counted anything
      return profile.close(tab)
    }
    await random.pick([
      () => profile.close(tab),
      () => profile.crash(tab),
      () => profile.kill(),
      () => within(5000, tab.reload({ waitUntil: 'commit' })).catch(() => profile.close(tab)),
      () => profile.setOffline(false),
    ])()
    await profile.setOffline(false)
  }

  /** A note by keys that is taken back while its hold ends: it is undone or sent, and the screen says which. */
  async undoByKeys(random: Random): Promise<void> {
    const { profile, site } = this
    const [tab] = profile.tabs
    if (!tab) return
    const { id } = random.pick(this.cases)
    this.#typed += 1
    const words = `${BY_KEYS} ${this.#typed}`
    try {
      await within(20_000, openCase(tab, site.url, id))
      if ((await within(15_000, noteByKeys(tab, words))) === null) return
      await pause(random.int(0, 700))
      const said = await within(15_000, undoByKeys(tab))
      if (said === 'undone') this.undone.push(words)
      if (said === 'sent') this.written.push(words)
    } catch {
      return profile.close(tab)
    }
  }

  async end(): Promise<void> {
    await this.profile.end()
  }
}
