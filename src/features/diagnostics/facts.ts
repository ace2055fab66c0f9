/** The facts of the test page about window, device and server, without customer data. */
import { assistant } from '#contract/calls/assistant.ts'
import { CLIENT_VERSION } from '#contract/model/values.ts'
import type { Data } from '#src/data/data.ts'
import { formatDateTime } from '#src/format/date.ts'
import { humanise } from '#src/format/label.ts'
import { errorLog } from './error-log.ts'

export type Fact = readonly [label: string, value: string]

export interface FactGroup {
  title: string
  facts: readonly Fact[]
}

const moment = (at: number | null) => (at === null ? 'never' : `${formatDateTime(at)} UTC`)
const yes = (is: boolean | null | undefined) => (is === null || is === undefined ? 'not known' : is ? 'yes' : 'no')
const megabytes = (bytes: number | undefined) =>
  bytes === undefined ? 'not known' : `${(bytes / 1_000_000).toFixed(1)} MB`

/** True if the assistant, which may be on a host of its own, repeats a phrase. */
async function assistantAnswers({ api }: Data): Promise<boolean> {
  const phrase = 'test'
  return api.send(assistant.ping, { params: { phrase } }, { quiet: true }).then(
    (answer) => answer.phrase === phrase,
    () => false,
  )
}

async function connection(data: Data): Promise<FactGroup> {
  const { connectivity, engine, token } = data
  const replica = engine.replica.state()
  return {
    title: 'Connection',
    facts: [
      ['Server reachable', yes(connectivity.isOnline())],
      ['Last answer', moment(connectivity.lastHeard())],
      ['Browser reports a network', yes(navigator.onLine)],
      ['Signed in', yes(token.get() !== null)],
      ['Sending paused until sign-in', yes(engine.status().paused)],
      ['Assistant reachable', yes(await assistantAnswers(data))],
      ['Address', location.origin],
      ...(replica
        ? ([
            ['Local copy', replica.phase],
            ['Open cases in it', String(replica.rows)],
            ['Open account alerts in it', String(replica.alerts)],
            ['Local copy as of', moment(replica.asOf)],
            ['Server sends changes', yes(replica.isFed)],
          ] as const)
        : []),
    ],
  }
}

function versions({ capabilities }: Data): FactGroup {
  return {
    title: 'Versions',
    facts: [
      ['Window', __APP_VERSION__],
      ['Built', `${formatDateTime(__BUILD_DATE__)} UTC`],
      ['Client version', CLIENT_VERSION],
      ['Server', capabilities().version || 'not known'],
      ['Browser', navigator.userAgent],
    ],
  }
}

function capability({ capabilities }: Data): FactGroup {
  const words = (value: unknown) =>
    typeof value === 'boolean'
      ? yes(value)
      : Array.isArray(value)
        ? value.join(', ') || 'none'
        : Object.entries(typeof value === 'object' && value !== null ? value : { '': value })
            .map(([name, one]) => `${humanise(name)} ${String(one)}`.trim())
            .join(', ')
  return {
    title: 'Capabilities of the server',
    facts: Object.entries(capabilities()).map(([name, value]) => [humanise(name), words(value)]),
  }
}

async function storage({ engine }: Data): Promise<FactGroup> {
  const estimate = (await navigator.storage?.estimate?.()) ?? {}
  const databases = (await indexedDB.databases?.()) ?? []
  const { storage: state, persisted } = engine.status()
  return {
    title: 'Storage',
    facts: [
      ['State', state],
      ['Used', megabytes(estimate.usage)],
      ['Available', megabytes(estimate.quota)],
      ['Protected from eviction', yes(persisted)],
      ['Opens after a reload without a network', yes(engine.vault.state()?.isKept)],
      ['Databases', String(databases.length)],
    ],
  }
}

function outbox({ engine }: Data): FactGroup {
  const { unsent, held, sending, conflict, dead, lastSync, lost, missing } = engine.status()
  return {
    title: 'Outbox',
    facts: [
      ['Unsent', String(unsent)],
      ['Held for undo', String(held)],
      ['Sending', String(sending)],
      ['Conflicts', String(conflict)],
      ['Rejected', String(dead)],
      ['Lost with local storage', String(lost)],
      ['Missing after a restore of the server', String(missing)],
      ['Last sent', moment(lastSync)],
    ],
  }
}

async function worker(): Promise<FactGroup> {
  if (!('serviceWorker' in navigator)) return { title: 'Service worker', facts: [['Supported', 'no']] }
  const registration = await navigator.serviceWorker.getRegistration()
  const permission = async (name: string) => {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state
    } catch {
      // browsers reject the names that they do not know
      return 'not supported'
    }
  }
  return {
    title: 'Service worker',
    facts: [
      ['Registered', yes(registration !== undefined)],
      ['Controls this page', yes(navigator.serviceWorker.controller !== null)],
      ['Active', registration?.active?.state ?? 'none'],
      ['Waiting', registration?.waiting?.state ?? 'none'],
      ['Background sync', await permission('background-sync')],
      ['Installed as an application', yes(matchMedia('(display-mode: standalone)').matches)],
    ],
  }
}

type Reader = readonly [title: string, read: (data: Data) => FactGroup | Promise<FactGroup>]

const READERS: readonly Reader[] = [
  ['Connection', connection],
  ['Versions', versions],
  ['Capabilities of the server', capability],
  ['Storage', storage],
  ['Outbox', outbox],
  ['Service worker', worker],
]

/** All facts of the page. Never fails: unavailable ones are shown as not readable. */
export function readFacts(data: Data): Promise<readonly FactGroup[]> {
  return Promise.all(
    READERS.map(async ([title, read]): Promise<FactGroup> => {
      try {
        return await read(data)
      } catch (error) {
        return { title, facts: [['Not readable', error instanceof Error ? error.name : String(error)]] }
      }
    }),
  )
}

/** The bundle for a bug report: the facts of the page and the last errors, as JSON. */
export async function makeBundle(data: Data, now: number): Promise<string> {
  const groups = await readFacts(data)
  const facts = Object.fromEntries(groups.map(({ title, facts: each }) => [title, Object.fromEntries(each)]))
  const errors = errorLog.getState().errors.map(({ at, ...rest }) => ({ at: new Date(at).toISOString(), ...rest }))
  return JSON.stringify({ madeAt: new Date(now).toISOString(), ...facts, errors }, null, 2)
}
