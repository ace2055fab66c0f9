import { beforeEach, expect, test } from 'vitest'
import type { NoteDraft } from '#src/features/cases/detail/case-deps.ts'
import { writtenNote } from '#src/features/cases/detail/written-note.ts'
import { fill } from '#src/features/templates/claims/fill-template.ts'
import { prove } from '#src/features/templates/claims/check-claims.ts'
import { connectClaims } from '#src/features/templates/claims/connect-claims.ts'
import { connectTemplates } from '#src/features/templates/template-store.ts'
import { aboutAccountAlert, writeNote, type NoteChoice, type Writing } from '#src/features/templates/public.ts'
import { closeDrawer, drawerStore } from '#src/ui/overlay/drawer-store.ts'
import { accountAlertRow, factsRead } from '#tests/support/rows.ts'
import { openAlertNote } from './act-commands.ts'
import { planStatus } from './queue/plans.ts'

const value = { title: 'Own', revision: 1, gist: '', body: 'Seen.', use: 'account', ruleTypes: [], evidence: [] }
const own = { scope: 'mine' as const, id: 'own', isUnsent: false, refused: null, value }
beforeEach(() => {
  connectClaims({ prove, fill })
  closeDrawer()
  const user = {
    list: (kind: string) => (kind === 'template' ? [own] : []),
    subscribe: () => () => {},
    version: () => 0,
  }
  connectTemplates({ user, platform: () => 'paxum' } as unknown as Parameters<typeof connectTemplates>[0])
})

const writing = (): Writing => ({
  me: { id: 'ann', name: 'Ann' },
  now: 0,
  services: new Map(),
  evidence: () => '',
  sheetOf: () => undefined,
})
const rows = ['1', '2'].map((id) => accountAlertRow({ id, ruleType: 'prohibited_keyword' }))
const targets = {
  ids: ['1', '2'],
  rowOf: (id: string) => rows.find((row) => row.id === id),
  evidenceOf: () => factsRead,
}
const resolve = (note: NoteChoice, ids = targets.ids) =>
  planStatus(
    { ...targets, ids },
    {
      status: 'resolved',
      noteOf: (row) => writeNote(note, row.ruleType, aboutAccountAlert(row, writing())),
    },
  )
const how = { id: 'accountAlert.resolve', verb: 'Resolve', writing } as const
const drawn = () => drawerStore.getState().value as NoteDraft

test('an own template without claims opens the note for one account alert, and one note for several', () => {
  const choice = { templateId: 'own' }
  expect(openAlertNote(targets, resolve(choice, ['1']), choice, how)).not.toBeNull()
  expect([drawn().kind, drawn().made]).toEqual(['account', expect.stringContaining('Seen.')])
  closeDrawer()
  expect(openAlertNote(targets, resolve(choice), choice, how)).not.toBeNull()
  expect(drawn().label).toBe('Resolve 2 alerts')
  const { ops } = resolve(writtenNote(drawn(), 'A street name.'))
  expect(ops.map(({ body }) => (body as { explained?: string }).explained)).toEqual([
    'A street name.',
    'A street name.',
  ])
})
