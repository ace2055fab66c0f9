/** Ports in memory, for tests: what was queued can be looked at, sent, refused and withdrawn. */
import type { EnqueueMeta, OpDraft, PendingGroup } from '#contract/ops/op.ts'
import type { Act, Hit, Ports } from './ports.ts'

export interface FakePorts extends Ports {
  queued: { group: string; ops: readonly OpDraft[]; meta: EnqueueMeta<Act> }[]
  groups: Map<string, PendingGroup>
  visited: string[]
  hits: Hit[]
  /** What the server finds. */
  remote: Hit[]
  clock: { now: number }
  /** Sends so many of a group. */
  send(group: string, count: number): void
}

export function createFakePorts(): FakePorts {
  const listeners = new Set<() => void>()
  const groups = new Map<string, PendingGroup>()
  const tell = () => listeners.forEach((listener) => listener())
  const queued: FakePorts['queued'] = []
  const visited: string[] = []
  const hits: Hit[] = []
  const remote: Hit[] = []
  const clock = { now: 1_000_000 }
  const settings = new Map<string, unknown>()
  const settingsListeners = new Set<() => void>()
  return {
    queued,
    groups,
    visited,
    hits,
    remote,
    clock,
    send(group, count) {
      const was = groups.get(group)
      if (!was) throw new Error(`No group ${group}`)
      groups.set(group, { ...was, held: was.held - count, sent: was.sent + count, sentAt: clock.now })
      tell()
    },
    enqueue(ops, meta) {
      const group = `g${queued.length + 1}`
      queued.push({ group, ops, meta })
      groups.set(group, { held: ops.length, writing: 0, sent: 0, refused: 0, until: clock.now + 10_000, sentAt: null })
      tell()
      return { group }
    },
    cancel(group) {
      const { held = 0, sent = 0 } = groups.get(group) ?? {}
      groups.delete(group)
      tell()
      const ops = queued.find((one) => one.group === group)?.ops ?? []
      return Promise.resolve({ undone: held, sent, ops: ops.slice(sent) })
    },
    pending: {
      get: (group) => groups.get(group) ?? null,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    search: (query) => hits.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase())),
    searchRemote: (query) =>
      Promise.resolve(remote.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase()))),
    roles: () => ['super_admin'],
    navigate: (href) => visited.push(href),
    now: () => clock.now,
    holdMs: () => 10_000,
    settings: {
      get: (name) => settings.get(name),
      set(name, value) {
        settings.set(name, value)
        settingsListeners.forEach((listener) => listener())
      },
      subscribe(listener) {
        settingsListeners.add(listener)
        return () => settingsListeners.delete(listener)
      },
    },
    frecency: { get: () => Promise.resolve({}), put: () => {} },
  }
}
