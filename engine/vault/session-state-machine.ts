/** The life of a vault session as a pure function: which events open and close it (docs/design/offline.md#vault). */
import type { SlotRow } from '#engine/base/database.ts'
import type { VaultRing } from './key-ring.ts'
import type { Asked } from './key-share.ts'
import { isOffline, type Bundle } from './slots.ts'
import type { OpenVault } from './unlock-methods.ts'
import type { LockedWhy } from './vault-policy.ts'
import type { BetweenVaults, VaultState, Why } from './vault-state.ts'

/** A tab that holds the keys and does not answer is frozen; then this one helps itself, ms. */
export const ANSWER_MS = 2000
/** The retry interval without a server and without a network event, ms. */
export const RETRY_MS = 5000
/** The maximum interval between contacts with the server, for policy and revocations, ms. */
export const CONTACT_MS = 5 * 60_000
/** The intervals at which the page asks to keep the key, and while no service worker is ready, ms. */
export const BEAT_MS = 60_000
export const BEAT_SOON_MS = 3000

/** An attempt to open it without the user; `again`: another one follows, since the network or a session came back. */
type Attempt = 'none' | 'running' | 'again'

export interface Session {
  readonly vault:
    | { readonly phase: 'opening'; readonly attempt: Attempt }
    | { readonly phase: 'locked'; readonly attempt: Attempt; readonly why: Why }
    | ({ readonly phase: 'open' } & Readonly<OpenVault>)
    /** The lock is being written; nothing opens it any more. */
    | { readonly phase: 'closing'; readonly ring: VaultRing | null }
    | { readonly phase: 'over' }
  /** Only this tab creates and stores shared data. */
  readonly isHolder: boolean
  /** Encrypted operations of other users on this device. */
  readonly others: number
  /** The service worker holds what opened it. */
  readonly isKept: boolean
}

export type LockReason = LockedWhy | 'window' | 'clock' | 'user'

export type SessionEvent =
  /** `vault`: opened with the key that another page of this user kept. */
  | { type: 'begun'; vault: OpenVault | null }
  /** This tab is the one that holds the lock. */
  | { type: 'holds' }
  | { type: 'retry' }
  /** The network or a session is back: what is tried at this moment may have begun before. */
  | { type: 'poke' }
  /** First stage of an attempt. `locked`: it is closed until the user authenticates. */
  | { type: 'found'; locked: LockedWhy | null; vault: OpenVault | null }
  /** Second stage: the server's answer, the slots, and the reason why it may not open offline. */
  | { type: 'answered'; asked: Asked; slots: readonly SlotRow[]; closed: 'window' | 'clock' | null }
  /** By the third stage, or by the user. */
  | { type: 'opened'; vault: OpenVault }
  | { type: 'unopened'; why: Why }
  /** The attempt failed, or has nothing left to do. */
  | { type: 'ended' }
  /** A wrong secret; the last one destroyed the offline unlock methods. */
  | { type: 'wrong'; isLast: boolean }
  /** The server's current key shares. */
  | { type: 'shares'; shares: Record<string, string> }
  /** `isNew`: those that wait at a lock screen open with this one. */
  | { type: 'kept'; isKept: boolean; isNew: boolean }
  | { type: 'beat' }
  | { type: 'contact' }
  | { type: 'others'; count: number }
  /** To be locked in every tab; `lock` is the end of it, here and in other tabs. */
  | { type: 'locking'; why: LockReason }
  | { type: 'revoked' }
  | { type: 'stop' }
  | Exclude<BetweenVaults, { type: 'signedIn' | 'active' }>

export type SessionEffect =
  /** The stages of an attempt; each is answered by an event. */
  | { type: 'find' }
  | { type: 'ask' }
  | { type: 'openByShares'; asked: Extract<Asked, { type: 'shares' }>; device: SlotRow | undefined }
  | { type: 'openByDevice'; device: SlotRow | undefined }
  | { type: 'openByKept'; slot: SlotRow; otherwise: Why }
  /** Reports the lock to the server, and applies its orders. */
  | { type: 'report' }
  /** Requests the lock that one tab of the user holds. */
  | { type: 'hold' }
  | { type: 'countOthers' }
  /** `timer`: a later one of the same name replaces it. */
  | { type: 'after'; timer: 'attempt' | 'beat'; ms: number; event: SessionEvent }
  | { type: 'say'; message: BetweenVaults }
  /** Publishes the state: as it was read last, or read again. */
  | { type: 'show' }
  | { type: 'publish' }
  /** The engine may run. */
  | { type: 'admit'; ring: VaultRing }
  /** Keeps what opened it beyond this page. */
  | { type: 'keep'; bundle: Bundle; isNew: boolean }
  /** Has the device keep what opens it, or keep it no longer, as the operator wants. */
  | { type: 'keepOnDevice'; bundle: Bundle }
  /** Asks the server whether it is still this user's to open. */
  | { type: 'check' }
  | { type: 'noteLock' }
  | { type: 'destroyCache' }
  | { type: 'forget'; ring: VaultRing; platform?: string }
  /** Writes the lock; answered by `lock`, whatever comes of it. */
  | { type: 'lock'; why: LockReason; ring: VaultRing | null }
  /** Releases keys, locks and timers. */
  | { type: 'release'; ring: VaultRing | null }
  | { type: 'locked'; why: Why }
  | { type: 'revoked' }

export interface SessionStep {
  session: Session
  effects: readonly SessionEffect[]
}

export const NEW_SESSION: Session = {
  vault: { phase: 'opening', attempt: 'none' },
  isHolder: false,
  others: 0,
  isKept: false,
}

/** The part of the window's view that the session decides. */
export function shownOf({ vault, others, isKept }: Session): Pick<VaultState, 'phase' | 'why' | 'others' | 'isKept'> {
  const { phase } = vault
  if (phase === 'locked') return { phase, why: vault.why, others, isKept }
  return { phase: phase === 'opening' ? phase : 'open', why: null, others, isKept }
}

/** The session after an event, and what is to be done. One that is over stays over. */
export function step(session: Session, event: SessionEvent): SessionStep {
  const { vault, isHolder } = session
  const to = (change: Partial<Session>, ...effects: SessionEffect[]) => ({
    session: { ...session, ...change },
    effects,
  })
  const shut = shutOf(session)
  const open = vault.phase === 'open' ? vault : null
  const ring = vault.phase === 'open' || vault.phase === 'closing' ? vault.ring : null
  if (vault.phase === 'over') return to({})
  switch (event.type) {
    case 'begun': {
      if (vault.phase === 'closing') return to({})
      const begin: SessionEffect[] = [
        { type: 'say', message: { type: 'askOpen' } },
        { type: 'hold' },
        { type: 'countOthers' },
      ]
      // opened meanwhile by the user
      if (!shut) return to({}, ...begin)
      if (event.vault) return opened(session, event.vault, { type: 'check' }, ...begin)
      return to({}, ...begin, { type: 'after', timer: 'attempt', ms: ANSWER_MS, event: { type: 'retry' } })
    }
    case 'holds':
      return attempted({ ...session, isHolder: true })
    case 'retry':
      return attempted(session)
    case 'poke':
    case 'tried':
      if (shut && shut.attempt !== 'none') return to({ vault: { ...shut, attempt: 'again' } })
      return attempted(session)
    case 'found':
      if (!shut) return to({})
      if (event.vault) return opened(session, event.vault, { type: 'check' })
      return event.locked ? locked(session, event.locked, { type: 'report' }) : to({}, { type: 'ask' })
    case 'answered':
      return shut ? answered(session, event) : to({})
    case 'opened':
      return opened(session, event.vault)
    case 'unopened':
      return ended(locked(session, event.why))
    case 'ended':
      return ended(to({}))
    case 'wrong':
      if (event.isLast && vault.phase === 'locked' && vault.why === 'no-network')
        return to({ vault: { ...vault, why: 'no-way' } }, { type: 'publish' })
      return to({}, { type: 'publish' })
    case 'shares': {
      if (!open) return to({})
      // a new platform opens with the next page, too; not if the server has lost its key share
      const { mk, shares } = open.bundle
      const bundle = shares?.[''] === (event.shares[''] ?? '') ? { mk, shares: event.shares } : open.bundle
      return to({ vault: { ...open, bundle } }, { type: 'keepOnDevice', bundle })
    }
    case 'kept': {
      if (!open) return to({})
      const { isKept, isNew } = event
      const ms = isKept ? BEAT_MS : BEAT_SOON_MS
      const effects: SessionEffect[] = [{ type: 'after', timer: 'beat', ms, event: { type: 'beat' } }]
      if (isKept !== session.isKept) effects.push({ type: 'show' })
      if (isNew) effects.push({ type: 'say', message: { type: 'tried' } })
      return to({ isKept }, ...effects)
    }
    case 'beat':
      return open ? to({}, { type: 'keep', bundle: open.bundle, isNew: false }) : to({})
    case 'contact':
      return open ? to({}, { type: 'check' }, CONTACT) : to({})
    case 'others':
      return to({ others: event.count }, { type: 'publish' })
    case 'askOpen':
      // its own attempt will be published to all
      return isHolder && (open || vault.phase === 'locked') ? to({}, TRIED) : to({})
    case 'platformGone': {
      const { platform } = event
      if (!ring) return to({})
      const forget: SessionEffect = { type: 'forget', ring, platform }
      if (!open) return to({}, forget)
      const { [platform]: _, ...shares } = open.bundle.shares ?? {}
      const bundle = open.bundle.shares ? { ...open.bundle, shares } : open.bundle
      return to({ vault: { ...open, bundle } }, forget, { type: 'keep', bundle, isNew: false })
    }
    case 'cacheGone':
      return ring ? to({}, { type: 'forget', ring }) : to({})
    case 'slots':
      return to({}, { type: 'publish' })
    case 'locking':
      if (vault.phase === 'closing') return to({})
      return to({ vault: { phase: 'closing', ring } }, { type: 'lock', why: event.why, ring })
    case 'lock':
      return to({ vault: OVER }, { type: 'release', ring }, { type: 'locked', why: event.why })
    case 'revoked':
      return to({ vault: OVER }, { type: 'release', ring }, { type: 'revoked' })
    case 'stop':
      return to({ vault: OVER }, { type: 'release', ring })
  }
}

const shutOf = ({ vault }: Session) => (vault.phase === 'opening' || vault.phase === 'locked' ? vault : null)
const OVER = { phase: 'over' } as const
const TRIED: SessionEffect = { type: 'say', message: { type: 'tried' } }
const CONTACT: SessionEffect = { type: 'after', timer: 'attempt', ms: CONTACT_MS, event: { type: 'contact' } }

/** Opens it with a key; one that is open or closing stays as it is. */
function opened(session: Session, key: OpenVault, ...then: SessionEffect[]): SessionStep {
  if (!shutOf(session)) return { session, effects: [] }
  const { ring, bundle } = key
  // the screen waits for `admit` and `show`; the rest follows
  const effects: SessionEffect[] = [
    { type: 'keep', bundle, isNew: true },
    CONTACT,
    { type: 'admit', ring },
    { type: 'show' },
  ]
  return {
    session: { ...session, vault: { phase: 'open', ring, bundle } },
    effects: [...effects, { type: 'publish' }, ...then],
  }
}

/** Begins an attempt, where none is running. */
function attempted(session: Session): SessionStep {
  const shut = shutOf(session)
  if (shut?.attempt !== 'none') return { session, effects: [] }
  return { session: { ...session, vault: { ...shut, attempt: 'running' } }, effects: [{ type: 'find' }] }
}

/** Ends the attempt, and begins another one if something came back meanwhile. */
function ended({ session, effects }: SessionStep): SessionStep {
  const shut = shutOf(session)
  if (!shut) return { session, effects }
  const idle: Session = { ...session, vault: { ...shut, attempt: 'none' } }
  const next = shut.attempt === 'again' ? attempted(idle) : { session: idle, effects: [] }
  return { session: next.session, effects: [...effects, ...next.effects] }
}

/** Stays locked: says so to the window and to tabs that wait, and tries again later. */
function locked(session: Session, why: Why, ...first: SessionEffect[]): SessionStep {
  const shut = shutOf(session)
  if (!shut) return { session, effects: [] }
  const effects: SessionEffect[] = [...first, { type: 'publish' }]
  if (session.isHolder) effects.push(TRIED)
  const ms = why === 'locked' || why === 'idle' || why === 'sleep' ? CONTACT_MS : RETRY_MS
  // a key share that the server has lost does not come back by itself
  if (why !== 'mismatch') effects.push({ type: 'after', timer: 'attempt', ms, event: { type: 'retry' } })
  return { session: { ...session, vault: { phase: 'locked', attempt: shut.attempt, why } }, effects }
}

/** Opens it by the server's key shares, or as the device may without them. */
function answered(
  session: Session,
  { asked, slots, closed }: Extract<SessionEvent, { type: 'answered' }>,
): SessionStep {
  const slotOf = (id: string) => slots.find((slot) => slot.id === id)
  const device = slotOf('device')
  if (asked.type === 'revoked') return step(session, asked)
  if (asked.type === 'shares') return { session, effects: [{ type: 'openByShares', asked, device }] }
  if (asked.type === 'locked') return ended(locked(session, 'locked', { type: 'noteLock' }))
  if (device || (slots.length === 0 && asked.type === 'plain'))
    return { session, effects: [{ type: 'openByDevice', device }] }
  const isSignedOut = asked.type === 'signedOut'
  const why = isSignedOut ? 'signed-out' : (closed ?? (slots.some(isOffline) ? 'no-network' : 'no-way'))
  const slot = slotOf('kept')
  if (slot && !closed && !isSignedOut) return { session, effects: [{ type: 'openByKept', slot, otherwise: why }] }
  const expired: SessionEffect[] = closed === 'window' ? [{ type: 'destroyCache' }] : []
  return ended(locked(session, why, ...expired))
}
