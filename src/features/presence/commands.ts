/** The commands on sessions and devices. Each change asks for a reason. */
import { defineCommand, type Command } from '#src/commands/command.ts'
import { inView } from '#src/commands/dispatcher/when.ts'
import { reasonArg } from '#src/commands/text-arg.ts'
import type { Data } from '#src/data/data.ts'
import { refreshCommand } from '#src/features/lists/public.ts'
import { access } from '#contract/calls/access.ts'
import type { PresenceRow } from '#contract/model/access.ts'
import { administrationActs, here, onRowOf, rowAtCursor } from '#src/features/administration/public.ts'

const rowOf = rowAtCursor<PresenceRow>

export function commands({ api, queries }: Pick<Data, 'api' | 'queries'>): Command[] {
  const { again, send } = administrationActs({ queries })
  return [
    refreshCommand({
      id: 'presence.refresh',
      noun: 'sessions and devices',
      when: inView('presence'),
      run: () => void again(),
    }),
    defineCommand({
      id: 'presence.end',
      title: (c) => `End the session of ${rowOf(c)?.person.name ?? 'somebody'}…`,
      shortTitle: 'End session…',
      group: 'App',
      keywords:
        'sign out, log out, kick, kill session, force logout, terminate, disconnect, revoke session, boot, log off',
      when: onRowOf('presence'),
      keys: ['e'],
      calls: [access.endSession],
      disabledReason: (c) => {
        const row = rowOf(c)
        if (row?.kind !== 'session') return 'This is a device'
        return row.current ? 'This is your own: log out instead' : row.refusal
      },
      args: [reasonArg('End the session, because')],
      run: (c, { reason: why }) => {
        const row = rowOf(c)
        if (row) void send(api.send(access.endSession, { params: { session: row.id }, body: { reason: why } }, here()))
      },
    }),
    defineCommand({
      id: 'presence.wipe',
      title: (c) => `Wipe the device of ${rowOf(c)?.person.name ?? 'somebody'}, with what is not sent…`,
      shortTitle: 'Wipe device…',
      group: 'App',
      keywords:
        'revoke, lost, stolen, erase, remote wipe, lost laptop, delete device, remove device, reset device, brick',
      when: onRowOf('presence'),
      keys: ['shift+x'],
      calls: [access.wipeDevice],
      disabledReason: (c) => {
        const row = rowOf(c)
        return row?.kind === 'device' ? row.refusal : 'This is a session'
      },
      args: [reasonArg('Wipe the device with what it has not sent, because')],
      run: (c, { reason: why }) => {
        const row = rowOf(c)
        if (!row) return
        const body = { account: row.person.id, reason: why }
        void send(api.send(access.wipeDevice, { params: { device: row.id }, body }, here()))
      },
    }),
  ]
}
