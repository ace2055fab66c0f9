import { expect, it } from 'vitest'
import { offlineUserStore } from '#tests/support/user-store.ts'
import { createEditor } from './editor.ts'
import { closingNotes, NEEDS_TEXT, templateRef, writeNote } from './notes.ts'
import { connectTemplates, readTemplates } from './template-store.ts'
import { fill } from '#src/features/templates/claims/fill-template.ts'
import { connectClaims } from '#src/features/templates/claims/connect-claims.ts'
import { prove } from '#src/features/templates/claims/check-claims.ts'

connectClaims({ prove, fill })

/** An editor over a store that no server knows. */
function world() {
  const user = offlineUserStore()
  connectTemplates({ user, platform: () => 'paxum' })
  const editor = createEditor(user, () => 'paxum')
  const shelves = () => [...user.list('template', 'paxum'), ...user.list('macro', 'paxum')].map(({ scope }) => scope)
  return { ...editor, shelves }
}
const onKey = (key: string) => readTemplates().macros.transaction.find((macro) => macro.key === key)

it('a person’s template replaces the built-in one, with a new revision, and undo restores it', () => {
  const editor = world()
  editor.change('duplicate', { body: 'Twice: {{?which}}' })
  expect(templateRef({ templateId: 'duplicate' })).toBe('duplicate@5')
  const undo = editor.save('duplicate')
  expect(templateRef({ templateId: 'duplicate' })).toBe('duplicate@6')
  expect(writeNote({ templateId: 'duplicate' }, undefined, { variables: {} })).toEqual({ against: NEEDS_TEXT })
  undo()
  expect([templateRef({ templateId: 'duplicate' }), editor.rowOf('duplicate')?.isEdited]).toEqual(['duplicate@5', true])
})

it('a digit runs the assigned template, and its default once that is deleted', () => {
  const editor = world()
  const id = editor.begin()
  editor.change(id, { title: 'Salary', body: 'Salary.', use: 'reject', key: '3', short: 'Pay' })
  editor.save(id)
  expect(onKey('3')).toEqual({
    key: '3',
    title: 'Pay',
    templateId: id,
    isPinned: true,
    act: 'reject',
    reason: undefined,
  })
  editor.remove(id)
  expect(onKey('3')?.templateId).toBe('documents')
})

it('refuses an invalid template, and says why', () => {
  const editor = world()
  const fault = (part: object) => {
    const id = editor.begin('duplicate')
    editor.change(id, part)
    return editor.faultOf(editor.draftOf(id)!)
  }
  expect(fault({})).toBeNull()
  expect(fault({ title: ' ' })).toContain('name')
  expect(fault({ body: '' })).toContain('Write')
  expect(fault({ body: '{{amonut}}' })).toContain('amonut')
  expect(fault({ body: '{{?amonut}}' })).toBeNull()
})

it('a template that closes no alert is on no digit', () => {
  const editor = world()
  editor.change('duplicate', { use: 'snippet' })
  expect(editor.draftOf('duplicate')?.key).toBeNull()
})

it('a shared template is the same for its author, on its digit, until that is undone', () => {
  const editor = world()
  const id = editor.begin()
  editor.change(id, { title: 'Salary', body: 'Mine.', use: 'resolve', key: '3' })
  editor.save(id)
  editor.change(id, { body: 'Everybody’s.', scope: 'shared' })
  const undo = editor.save(id)
  expect([editor.draftOf(id)?.body, editor.rowOf(id)?.shelf, editor.shelves()]).toEqual([
    'Everybody’s.',
    'shared',
    ['shared', 'shared'],
  ])
  expect(onKey('3')?.templateId).toBe(id)
  undo()
  editor.discard(id)
  expect([editor.draftOf(id)?.body, editor.shelves()]).toEqual(['Mine.', ['mine', 'mine']])
  expect(onKey('3')?.templateId).toBe(id)
})

it('everybody’s digit is unchanged when one’s own template is shared on another', () => {
  const editor = world()
  const team = editor.begin()
  editor.change(team, { title: 'Team', body: 'Team.', key: '3', scope: 'shared' })
  editor.save(team)
  const own = editor.begin()
  editor.change(own, { title: 'Own', body: 'Own.', key: '3' })
  editor.save(own)
  expect(onKey('3')?.templateId).toBe(own)
  editor.change(own, { key: '4', scope: 'shared' })
  editor.save(own)
  expect([onKey('3')?.templateId, onKey('4')?.templateId]).toEqual([team, own])
})

it('a digit is not lost with a deleted template, and undo restores what was written', () => {
  const editor = world()
  const [kept, deleted] = [editor.begin(), editor.begin()]
  editor.change(kept, { title: 'Kept', body: 'Kept.', key: '3' })
  editor.save(kept)
  editor.change(deleted, { title: 'Deleted', body: 'Deleted.' })
  editor.save(deleted)
  editor.change(deleted, { key: '3' })
  const undo = editor.remove(deleted)
  expect(onKey('3')?.templateId).toBe(kept)
  undo?.()
  expect(editor.draftOf(deleted)).toMatchObject({ title: 'Deleted', key: '3' })
})

it('offers a template for its rules, and keeps templates with keys at their places', () => {
  const editor = world()
  editor.change('duplicate', { ruleTypes: ['account_velocity'] })
  editor.save('duplicate')
  const second = (types: string[]) => closingNotes('resolve', types)[1]
  expect(second(['limit_transaction'])).toEqual(
    expect.objectContaining({ id: 'duplicate', disabled: 'not for this rule' }),
  )
  expect(second(['account_velocity'])).not.toHaveProperty('disabled')
})
