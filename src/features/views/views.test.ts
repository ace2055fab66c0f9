import { expect, it } from 'vitest'
import { offlineUserStore } from '#tests/support/user-store.ts'
import { endSnooze } from './end-snooze.ts'
import { createViews } from './views.ts'

const WAITING = { status: 'await', search: 'Muster' }

/** Views over a store that no server knows. */
function world() {
  const user = offlineUserStore()
  const views = createViews(user)
  const seen = () => views.list('paxum').map(({ title, key }) => `${key} ${title}`)
  const save = (title: string) => views.save('paxum', title, { list: 'cases', filter: WAITING })
  return { user, views, seen, save }
}

it('keeps the whole filter, on the first free key, for its platform alone', () => {
  const { views, save } = world()
  const view = save('Waiting')
  expect(view).toEqual(expect.objectContaining({ key: 1, scope: 'mine', isFirst: false }))
  expect(views.onKey('paxum', 1)?.filter).toEqual(WAITING)
  expect(views.list('paydek')).toEqual([])
})

it('keys stay when a view is deleted, and undo restores its key', () => {
  const { views, seen, save } = world()
  const [one] = ['One', 'Two', 'Three'].map(save)
  const before = views.layout('paxum')
  views.remove('paxum', one!)
  expect(seen()).toEqual(['2 Two', '3 Three'])
  views.restore('paxum', before, one!)
  expect(seen()).toEqual(['1 One', '2 Two', '3 Three'])
  views.remove('paxum', one!)
  save('Four')
  expect(seen()).toEqual(['1 Four', '2 Two', '3 Three'])
})

it('a shared view takes a free key and moves none', () => {
  const { user, views, seen, save } = world()
  save('Mine')
  user.save({ scope: 'shared', kind: 'view', platform: 'paxum', id: '0' }, { title: 'Team', list: 'cases', filter: {} })
  expect(seen()).toEqual(['1 Mine', '2 Team'])
  views.putOn('paxum', views.onKey('paxum', 2)!, 1)
  expect(seen()).toEqual(['1 Team', '2 Mine'])
  views.putOn('paxum', views.onKey('paxum', 2)!, 7)
  expect(seen()).toEqual(['1 Team', '7 Mine'])
})

it('opens with the chosen view, and with none once it is deleted', () => {
  const { views, save } = world()
  const view = save('Waiting')
  expect(views.first('paxum')).toBeUndefined()
  views.openWith('paxum', view.id)
  expect(views.first('paxum')?.title).toBe('Waiting')
  views.remove('paxum', view)
  expect(views.first('paxum')).toBeUndefined()
})

it('snoozed cases return on their day, the longest waiting first, until they stop waiting', () => {
  const { views } = world()
  const now = Date.UTC(2026, 5, 8, 9)
  views.snooze('paxum', 'PX1', '2026-06-08')
  views.snooze('paxum', 'PX2', '2026-06-09')
  views.snooze('paxum', 'PX3', '2026-06-05')
  const due = () => views.due('paxum', now).map(({ caseId }) => caseId)
  expect(due()).toEqual(['PX3', 'PX1'])
  const listeners: (() => void)[] = []
  const op = (kind: string, caseId: string) => ({
    kind,
    target: { platform: 'paxum', customerId: '1', caseId },
    body: {},
  })
  const told = [
    { op: op('case.renew', 'PX3'), state: 'held' },
    { op: op('case.renew', 'PX1'), state: 'acked' },
  ]
  endSnooze(views, {
    list: () => told as never,
    subscribe(listener) {
      listeners.push(listener)
      return () => undefined
    },
  })
  listeners.forEach((listener) => listener())
  expect(due()).toEqual(['PX3'])
  views.snooze('paxum', 'PX3', null)
  expect(due()).toEqual([])
})
