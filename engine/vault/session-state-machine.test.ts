import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SlotRow } from '#engine/base/database.ts'
import type { VaultRing } from './key-ring.ts'
import {
  NEW_SESSION,
  shownOf,
  step,
  type Session,
  type SessionEffect,
  type SessionEvent,
  type SessionStep,
} from './session-state-machine.ts'
import type { OpenVault } from './unlock-methods.ts'

const key = (name: string): OpenVault => ({
  ring: { name } as unknown as VaultRing,
  bundle: { mk: new Uint8Array(32), shares: { '': 'own', paxum: 'a' } },
})
const KEY = key('held')
const slot = (type: SlotRow['type']) => ({ id: type, type }) as SlotRow
const policy = { offlineHours: 72, lockMinutes: 10, offlineUnlock: 'offered' } as const
const silent = { type: 'answered', asked: { type: 'silent' }, slots: [], closed: null } as const
const shares = { type: 'shares', shares: { '': 'own' }, at: 0, policy, lockTicket: undefined } as const

const STATES = {
  opening: { ...NEW_SESSION, vault: { phase: 'opening', attempt: 'running' } },
  locked: { ...NEW_SESSION, vault: { phase: 'locked', attempt: 'running', why: 'no-network' } },
  open: { ...NEW_SESSION, vault: { phase: 'open', ...KEY } },
  closing: { ...NEW_SESSION, vault: { phase: 'closing', ring: KEY.ring } },
  over: { ...NEW_SESSION, vault: { phase: 'over' } },
} satisfies Record<Session['vault']['phase'], Session>

const EVENTS = {
  begun: { type: 'begun', vault: null },
  'begun by the holder': { type: 'begun', vault: KEY },
  holds: { type: 'holds' },
  retry: { type: 'retry' },
  poke: { type: 'poke' },
  tried: { type: 'tried' },
  'found nothing': { type: 'found', locked: null, vault: null },
  'found locked': { type: 'found', locked: 'idle', vault: null },
  'found key': { type: 'found', locked: null, vault: KEY },
  'answered revoked': { ...silent, asked: { type: 'revoked' } },
  'answered locked': { ...silent, asked: { type: 'locked' } },
  'answered signed out': { ...silent, asked: { type: 'signedOut' }, slots: [slot('kept')] },
  'answered silent': silent,
  'answered plain': { ...silent, asked: { type: 'plain' } },
  'answered shares': { ...silent, asked: shares },
  'silent, offline slot': { ...silent, slots: [slot('pass')] },
  'silent, device slot': { ...silent, slots: [slot('device')] },
  'silent, kept slot': { ...silent, slots: [slot('kept')] },
  'silent, out of time': { ...silent, slots: [slot('kept')], closed: 'window' },
  opened: { type: 'opened', vault: KEY },
  unopened: { type: 'unopened', why: 'mismatch' },
  ended: { type: 'ended' },
  wrong: { type: 'wrong', isLast: false },
  'wrong, last': { type: 'wrong', isLast: true },
  shares: { type: 'shares', shares: { '': 'own', paydek: 'b' } },
  kept: { type: 'kept', isKept: true, isNew: true },
  beat: { type: 'beat' },
  contact: { type: 'contact' },
  others: { type: 'others', count: 2 },
  askOpen: { type: 'askOpen' },
  platformGone: { type: 'platformGone', platform: 'paxum' },
  cacheGone: { type: 'cacheGone' },
  slots: { type: 'slots' },
  locking: { type: 'locking', why: 'idle' },
  lock: { type: 'lock', why: 'idle' },
  revoked: { type: 'revoked' },
  stop: { type: 'stop' },
} as const satisfies Record<string, SessionEvent>

/** An effect in a word. */
function word(effect: SessionEffect): string {
  if (effect.type === 'after') return `${effect.event.type}>${effect.ms / 1000}s`
  return effect.type === 'say' ? `say:${effect.message.type}` : effect.type
}

/** The next state, `=` for the same, and the effects. */
function cell(state: Session, event: SessionEvent): string {
  const { session, effects } = step(state, event)
  const [from, to] = [state.vault, session.vault]
  const nameOf = (vault: Session['vault']) => (vault.phase === 'locked' ? `locked:${vault.why}` : vault.phase)
  const attempt = 'attempt' in to && to.attempt !== 'running' ? `(${to.attempt})` : ''
  return [`${nameOf(from) === nameOf(to) ? '=' : nameOf(to)}${attempt}`, ...effects.map(word)].join(' ')
}

const SHUT = `
  begun: = say:askOpen hold countOthers retry>2s
  begun by the holder: open keep contact>300s admit show publish check say:askOpen hold countOthers
  poke: =(again)
  tried: =(again)
  found nothing: = ask
  found locked: locked:idle report publish retry>300s
  found key: open keep contact>300s admit show publish check
  answered revoked: over release revoked
  answered locked: locked:locked(none) noteLock publish retry>300s
  answered signed out: locked:signed-out(none) publish retry>5s
  answered silent: locked:no-way(none) publish retry>5s
  answered plain: = openByDevice
  answered shares: = openByShares
  silent, offline slot: locked:no-network(none) publish retry>5s
  silent, device slot: = openByDevice
  silent, kept slot: = openByKept
  silent, out of time: locked:window(none) destroyCache publish retry>5s
  opened: open keep contact>300s admit show publish
  unopened: locked:mismatch(none) publish
  ended: =(none)
  wrong: = publish
  wrong, last: = publish
  others: = publish
  slots: = publish
  locking: closing lock
  lock: over release locked
  revoked: over release revoked
  stop: over release`

/** By state and event; events that are left out do nothing. */
const TABLES = {
  opening: SHUT,
  locked: SHUT.replace('silent, offline slot: locked:no-network(none)', 'silent, offline slot: =(none)').replace(
    'wrong, last: =',
    'wrong, last: locked:no-way',
  ),
  open: `
  begun: = say:askOpen hold countOthers
  begun by the holder: = say:askOpen hold countOthers
  wrong: = publish
  wrong, last: = publish
  shares: = keepOnDevice
  kept: = beat>60s show say:tried
  beat: = keep
  contact: = check contact>300s
  others: = publish
  platformGone: = forget keep
  cacheGone: = forget
  slots: = publish
  locking: closing lock
  lock: over release locked
  revoked: over release revoked
  stop: over release`,
  closing: `
  wrong: = publish
  wrong, last: = publish
  others: = publish
  platformGone: = forget
  cacheGone: = forget
  slots: = publish
  lock: over release locked
  revoked: over release revoked
  stop: over release`,
}

describe('the vault session', () => {
  it('changes nothing once it is over, whatever happens', () => {
    for (const event of Object.values(EVENTS))
      expect(step(STATES.over, event)).toEqual({ session: STATES.over, effects: [] })
  })

  it('opens nothing while it closes', () => {
    const others = Object.values(EVENTS).filter(({ type }) => !['lock', 'revoked', 'stop'].includes(type))
    expect(others.filter((event) => step(STATES.closing, event).session.vault !== STATES.closing.vault)).toEqual([])
  })

  it.each(Object.entries(TABLES))('follows the table while it is %s', (phase, table) => {
    const state = STATES[phase as keyof typeof TABLES]
    const rows = Object.entries(EVENTS).map(([name, event]) => `  ${name}: ${cell(state, event)}`)
    expect(rows.filter((row) => !row.endsWith(': =')).join('\n')).toBe(table.slice(1))
  })

  it('tells waiting tabs only from the tab that holds the lock', () => {
    const holder = (state: Session) => ({ ...state, isHolder: true })
    expect(cell(holder(STATES.opening), EVENTS.askOpen)).toBe('=')
    expect(cell(holder(STATES.locked), EVENTS.askOpen)).toBe('= say:tried')
    expect(cell(holder(STATES.open), EVENTS.askOpen)).toBe('= say:tried')
    expect(cell(holder(STATES.closing), EVENTS.askOpen)).toBe('=')
    expect(cell(holder(STATES.opening), EVENTS['found locked'])).toContain('say:tried')
  })

  it('tries again after an attempt during which something came back, and only then', () => {
    expect(cell(STATES.opening, EVENTS.ended)).toBe('=(none)')
    const poked = step(STATES.opening, EVENTS.poke).session
    expect(cell(poked, EVENTS.retry)).toBe('=(again)')
    expect(cell(poked, EVENTS.ended)).toBe('= find')
    expect(cell(step(poked, EVENTS.ended).session, EVENTS.ended)).toBe('=(none)')
  })

  it('keeps the shares by which it opens the next time, unless the server has lost its own', () => {
    const sharesOf = (event: SessionEvent) => {
      const { vault } = step(STATES.open, event).session
      return vault.phase === 'open' ? vault.bundle.shares : null
    }
    expect(sharesOf(EVENTS.shares)).toEqual({ '': 'own', paydek: 'b' })
    expect(sharesOf({ type: 'shares', shares: { '': 'another' } })).toEqual(KEY.bundle.shares)
    expect(sharesOf(EVENTS.platformGone)).toEqual({ '': 'own' })
  })

  it('shows the window a lock with its reason, and a closing vault as open', () => {
    const shown = Object.values(STATES).map((state) => Object.values(shownOf(state)).slice(0, 2))
    expect(shown).toEqual([
      ['opening', null],
      ['locked', 'no-network'],
      ['open', null],
      ['open', null],
      ['open', null],
    ])
  })

  it('opens with a key alone, asks the server regularly while open, and after a lock is locked', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { maxLength: 60 }), (choices) => {
        const run = new Run()
        for (const [which, answer, isOwn] of choices) run.take(which, answer, isOwn)
        run.settle()
      }),
      { numRuns: 2000 },
    )
  })
})

/** Events that come by themselves; the others answer an effect. */
const OWN = Object.values(EVENTS).filter(({ type }) => !['found', 'answered', 'unopened', 'ended'].includes(type))
const STAGES = new Set<SessionEffect['type']>(['find', 'ask', 'openByShares', 'openByDevice', 'openByKept', 'report'])

/** The possible answers of the driver to an effect. */
function answersTo({ type }: SessionEffect): readonly SessionEvent[] {
  const all: readonly SessionEvent[] = Object.values(EVENTS)
  const of = (...types: SessionEvent['type'][]) => all.filter((event) => types.includes(event.type))
  if (type === 'lock') return of('lock')
  if (type === 'find') return of('found', 'ended')
  if (type === 'ask') return of('answered', 'ended')
  if (type === 'report') return of('ended', 'revoked')
  return STAGES.has(type) ? of('opened', 'unopened', 'ended') : []
}

/** A session under any events, and any answers to its effects in any order. */
class Run {
  session: Session = NEW_SESSION
  /** Effects that wait for their answer. */
  pending: SessionEffect[] = []
  timer: SessionEvent['type'] | null = null
  isLocking = false
  released: (VaultRing | null)[] = []

  take(which: number, answer: number, isOwn: boolean): void {
    const [effect] = isOwn ? [] : this.pending.splice(which % (this.pending.length || 1), 1)
    const events = effect ? answersTo(effect) : OWN
    this.on(events[answer % events.length]!)
  }

  on(event: SessionEvent): void {
    const before = this.session.vault
    const { session, effects }: SessionStep = step(this.session, event)
    const { vault } = session
    this.session = session
    if (event.type === 'locking' && before.phase !== 'over') this.isLocking = true
    this.pending.push(...effects.filter((effect) => answersTo(effect).length > 0))
    for (const effect of effects) {
      if (effect.type === 'after' && effect.timer === 'attempt') this.timer = effect.event.type
      if (effect.type === 'release') this.released.push(effect.ring)
    }
    if (vault.phase === 'open') {
      if (before.phase !== 'open') expect('vault' in event && event.vault).toMatchObject({ ring: vault.ring })
      expect({ before: before.phase, timer: this.timer }).toMatchObject({ timer: 'contact' })
      expect(this.isLocking).toBe(false)
    }
    const held = before.phase === 'open' || before.phase === 'closing' ? before.ring : null
    if (vault.phase === 'over' && before.phase !== 'over') expect(this.released).toEqual([held])
    if (vault.phase === 'opening' || vault.phase === 'locked')
      expect(this.pending.filter(({ type }) => STAGES.has(type)).length).toBe(vault.attempt === 'none' ? 0 : 1)
  }

  /** Answers what is pending: a lock is not left half done. */
  settle(): void {
    while (this.isLocking && this.pending.length > 0) this.take(0, 0, false)
    if (this.isLocking) expect([this.session.vault.phase, this.released.length]).toEqual(['over', 1])
  }
}
