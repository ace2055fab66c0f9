/** The record of commands on this device. */
import { defineCommand, type Command } from '#src/commands/command.ts'
import type { Engine } from '#src/data/engine-client/engine-client.ts'
import { countOf } from '#src/format/count.ts'
import { downloadRecord } from './download.ts'

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
