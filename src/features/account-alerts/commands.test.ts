// Account alerts leave their assignee by the commands of cases: refusals, a selection, and undo.
import { expect, test } from 'vitest'
import type { AccountAlertItem } from '#contract/model/cases/account-alert.ts'
import { fold } from '#contract/ops/kinds.ts'
import type { Op } from '#contract/ops/op.ts'
import type { Ctx } from '#src/commands/command.ts'
import { createCommandLayer } from '#src/commands/dispatcher/layer.ts'
import { createListState } from '#src/commands/list/list-state.ts'
import { arrayOrder } from '#src/commands/list-order.ts'
import { createFakePorts } from '#src/commands/ports.fake.ts'
import { handOverOf } from '#src/features/cases/public.ts'
import { accountAlertRow } from '#tests/support/rows.ts'
import { alertHandOver } from './commands.ts'
import { onAlerts } from './queue/targets.ts'

const ann = { id: 'ann', name: 'Ann' }
const ben = { id: 'ben', name: 'Ben' }
const mary = { id: 'mary', name: 'Mary' }
const key = { source: 'key' } as const
const escalation = { ...key, args: { manager: mary, note: 'Unusual profile.' } }

/** The commands over alerts as Ann has them in the queue, all of them selected. */
function setUp(rows: readonly AccountAlertItem[], { mayAssign = false, handsOver = true } = {}) {
  const known = new Map(rows.map((row) => [row.id, row]))
  const rowOf = (id: string) => known.get(id)
  const ports = createFakePorts()
  const list = createListState()
  list.refresh(arrayOrder([...known.keys()]))
  list.selectAll()
  const deps = {
    me: () => ann,
    mayAssign: () => mayAssign,
    handsOver: () => handsOver,
    superiors: () => Promise.resolve([{ id: mary.id, value: mary, title: mary.name }]),
  }
  const of = (c: Ctx) => ({ ids: c.targets, rowOf, label: `${c.targets.length} alerts` })
  const commands = [handOverOf(deps, { ...alertHandOver, when: onAlerts, of })]
  const layer = createCommandLayer({ commands, ports, atoms: { view: 'accountAlerts' } as const, platform: 'other' })
  layer.context.pushList({ name: 'Account alerts', state: list, noun: ['alert', 'alerts'], rowOf })
  /** The assignees as the queue shows them before the server answers: what was withdrawn is not shown. */
  const holders = () => {
    const ops = ports.queued.filter(({ group }) => ports.groups.has(group)).flatMap((one) => one.ops)
    return rows.map(
      (row) =>
        fold(
          'accountAlertItem',
          row,
          ops.map((op): Op => ({ ...op, opId: 'o', at: 0, by: ann })),
        ).manager,
    )
  }
  const queued = () =>
    ports.queued.flatMap(({ ops }) => ops.map(({ kind, target, body }) => ({ kind, id: target.alertId, body })))
  return { layer, holders, queued, said: () => layer.notices.store.getState().notice?.text }
}

test.each([
  ['release', { manager: ben }, 'is with Ben: only managers release the alerts of others'],
  ['release', { manager: null }, 'is in the queue already'],
  ['release', { manager: ann, status: 'resolved' }, 'is “Resolved”'],
  ['escalate', { manager: ben }, 'is with Ben: only managers escalate the alerts of others'],
  ['escalate', { manager: ann, status: 'resolved' }, 'is “Resolved”'],
] as const)('%s of an alert with %o is refused: %s', (act, change, why) => {
  const { layer, said, queued } = setUp([accountAlertRow(change)])
  expect(layer.runner.execute(`accountAlert.${act}`, escalation)).toBe('refused')
  expect(said()).toContain(`Residence changed on 100 ${why}`)
  expect(queued()).toEqual([])
})

test('both are refused by a server that does not have them', () => {
  const { layer, said } = setUp([accountAlertRow({ manager: ann })], { handsOver: false })
  for (const id of ['accountAlert.release', 'accountAlert.escalate'] as const) {
    expect(layer.runner.execute(id, escalation)).toBe('refused')
    expect(said()).toContain('This server keeps no hand-over of alerts')
  }
})

test('a selection is released and escalated as far as it is one’s own, and undo takes it back at once', async () => {
  const rows = [
    accountAlertRow({ manager: ann }),
    accountAlertRow({ id: '2', manager: ben }),
    accountAlertRow({ id: '3' }),
  ]
  const released = setUp(rows)
  expect(released.layer.runner.execute('accountAlert.release', key)).toBe('done')
  expect(released.queued()).toEqual([{ kind: 'accountAlert.release', id: '1', body: {} }])
  expect(released.holders()).toEqual([null, ben, null])
  await released.layer.undo.undo()
  expect(released.holders()).toEqual([ann, ben, null])

  const escalated = setUp(rows)
  expect(escalated.layer.runner.execute('accountAlert.escalate', escalation)).toBe('done')
  const { args: body } = escalation
  expect(escalated.queued()).toEqual(['1', '3'].map((id) => ({ kind: 'accountAlert.escalate', id, body })))
  expect(escalated.holders()).toEqual([mary, ben, mary])
  await escalated.layer.undo.undo()
  expect(escalated.holders()).toEqual([ann, ben, null])
})

test('a manager hands over the alerts of others, and is told whose they are', () => {
  const { layer } = setUp([accountAlertRow({ manager: ben })], { mayAssign: true })
  expect(layer.runner.prepare('accountAlert.release', key).plan.warnings).toEqual(['taken from others: 1 (Ben 1)'])
})
