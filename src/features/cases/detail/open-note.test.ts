import { beforeEach, describe, expect, test } from 'vitest'
import type { FactSheet } from '#contract/model/facts/facts.ts'
import { fill } from '#src/features/templates/claims/fill-template.ts'
import { prove } from '#src/features/templates/claims/check-claims.ts'
import { connectClaims } from '#src/features/templates/claims/connect-claims.ts'
import { aboutAlert, NEEDS_TEXT, writeNote, type NoteChoice, type Writing } from '#src/features/templates/public.ts'
import { closeDrawer, drawerStore } from '#src/ui/overlay/drawer-store.ts'
import { alertRow, caseRow } from '#tests/support/rows.ts'
import type { NoteDraft } from './case-deps.ts'
import { openNote } from './open-note.ts'
import { writtenNote } from './written-note.ts'

beforeEach(() => {
  connectClaims({ prove, fill })
  closeDrawer()
})

const asOf = { date: '2026-03-10 12:00:00', timezone: 'UTC' }
const sheetWith = (steps: readonly string[]): FactSheet => ({
  subject: { kind: 'case', id: 'PX1' },
  asOf,
  version: '1',
  ruleRevisions: {},
  account: { id: '42', name: 'Acme Ltd' },
  otherAccounts: {},
  facts: [
    {
      id: 'alert.steps',
      alertId: '1',
      source: { kind: 'alert', id: '1' },
      asOf,
      version: '1',
      state: 'known',
      value: steps.length,
      items: steps.map((label) => ({ source: null, label })),
    },
  ],
})
const about = (steps: readonly string[] = []) => {
  const sheet = sheetWith(steps)
  const me = { id: 'ann', name: 'Ann' }
  const writing: Writing = { me, now: 0, services: new Map(), evidence: () => '', sheetOf: () => sheet }
  return aboutAlert(caseRow(), alertRow(), writing)
}
const open = (choice: NoteChoice, on = about()): NoteDraft => {
  openNote(choice, on, { command: 'alert.resolve', args: {}, label: 'Resolve' })
  return drawerStore.getState().value as NoteDraft
}

describe('Monitor', () => {
  const choice: NoteChoice = { templateId: 'monitor', reason: 'MONITOR' }

  test('is not written without a day of review, whatever its words', () => {
    expect(writeNote(choice, undefined, about())).toEqual({ against: NEEDS_TEXT })
    expect(writeNote({ text: 'Watched.', reason: 'MONITOR' }, undefined, about())).toEqual({ against: NEEDS_TEXT })
    expect(open(choice).asksReview).toBe(true)
    expect(open({ templateId: 'documents', reason: 'EXPLAINED_DOCS' }).asksReview).toBe(false)
  })

  test('carries the day and what is watched, and says the day', () => {
    const written = writeNote(writtenNote(open(choice), 'Cash deposits, by me.', '2026-04-01'), undefined, about())
    expect(written).toMatchObject({
      note: expect.stringMatching(/Cash deposits, by me\.\nReview on 2026-04-01\.$/),
      review: { on: '2026-04-01', watch: 'Cash deposits, by me.' },
    })
  })
})

describe('outstanding procedure steps', () => {
  const steps = ['Call the [customer]', 'Ask for papers']

  test.each<[string, NoteChoice]>([
    ['a template', { templateId: 'fits-profile', reason: 'FP_EXPECTED' }],
    ['typed words', { text: 'Seen.' }],
  ])('%s asks why they are not done, and carries the answer', (_, choice) => {
    const draft = open(choice, about(steps))
    expect(draft.slots.map(({ prompt }) => prompt)).toContain('why not done: Call the customer; Ask for papers')
    for (const { prompt, start, end } of draft.slots) expect(draft.text.slice(start, end)).toBe(`[${prompt}]`)
    const written = writtenNote(draft, 'The line is dead.')
    expect(writeNote(written, undefined, about(steps))).toMatchObject({
      note: expect.stringContaining('The line is dead.'),
      stepsPassed: 'The line is dead.',
    })
  })

  test('a case without outstanding steps asks nothing', () => {
    expect(open({ text: 'Seen.' }).slots).toEqual([])
    expect(writeNote({ text: 'Seen.' }, undefined, about())).toEqual({ note: 'Seen.' })
  })
})
