/** The record of commands on this device. */
import { defineCommand, type Command } from '#src/commands/command.ts'
import type { Engine } from '#src/data/engine-client/engine-client.ts'
import { countOf } from '#src/format/count.ts'
import { saveFile } from '#src/ui/save-file.ts'
import { pressesOf, type Counted } from './presses.ts'

/** The commands of the record, over the engine that keeps it. */
export function commands(engine: Engine): Command[] {
  return [
    defineCommand({
      id: 'app.auditExport',
      title: 'Download the activity log of this device',
      shortTitle: 'Download activity log',
      group: 'App',
      keywords:
        'activity log, my activity, audit, log, export, key presses, json, my actions, keystrokes, usage log, history, export log, telemetry',
      run: (c) => {
        downloadRecord(engine, c.ports.now()).then(
          (count) => c.actions.say(`Downloaded: ${countOf(count, 'act')}`),
          () => c.actions.say('The activity log cannot be read on this device'),
        )
      },
    }),
  ]
}

type Recorded = Awaited<ReturnType<Engine['calls']['auditRead']>>[number]

/** One exported command with its outcome. */
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

/** Downloads what was done on this device as JSON; how many acts there were. Throws where the record cannot be read. */
async function downloadRecord(engine: Engine, now: number): Promise<number> {
  const acts = await engine.calls.auditRead()
  const presses = pressesOf(acts.map(({ act }) => act as Counted))
  const record = { exportedAt: new Date(now).toISOString(), presses, acts: acts.map(lineOf) }
  saveFile('docket-record.json', new Blob([JSON.stringify(record, null, 2)], { type: 'application/json' }))
  return acts.length
}
