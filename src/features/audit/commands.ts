/** The record of what was done on this device, for whoever wants to see it. */
import { defineCommand, type Command } from '#src/commands/command.ts'
import type { Engine } from '#src/data/engine-client.ts'
import { pressesOf, type Counted } from './summary.ts'

type Recorded = Awaited<ReturnType<Engine['audit']>>[number]

/** One act as it is handed out: what was done, and what came of it. */
function lineOf({ group, at, act, queryHash, version, result }: Recorded) {
  const ends = result.map((one) => one.at).filter((end) => end !== null)
  const undone = result.filter(({ state }) => state === 'undone').length
  const sent = result.filter(({ state }) => state === 'acked' || state === 'done')
  return {
    group,
    version,
    ...act,
    queryHash,
    heldMs: ends.length > 0 ? Math.min(...ends) - at : null,
    undone,
    sentAt: sent.length > 0 ? Math.max(...sent.map((one) => one.at ?? 0)) : null,
    result,
  }
}

function download(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** The commands of the record, over the engine that keeps it. */
export function auditCommands(engine: Engine): Command[] {
  return [
    defineCommand({
      id: 'app.auditExport',
      title: 'Download the record of what was done on this device',
      shortTitle: 'Download record',
      group: 'App',
      keywords: ['audit', 'log', 'export', 'key presses', 'json'],
      run: (c) => {
        engine.audit().then(
          (acts) => {
            const lines = acts.map(lineOf)
            const presses = pressesOf(acts.map(({ act }) => act as Counted))
            const record = { exportedAt: new Date(c.ports.now()).toISOString(), presses, acts: lines }
            download('docket-record.json', JSON.stringify(record, null, 2))
            c.actions.say(`Downloaded: ${acts.length.toLocaleString('en')} acts`)
          },
          () => c.actions.say('The record cannot be read on this device'),
        )
      },
    }),
  ]
}
