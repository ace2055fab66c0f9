import { expect, it } from 'vitest'
import { dispositionsOf, outcomeText } from './dispositions.ts'

const analyst = { id: 'Mara', roles: ['analyst'] } as const
const manager = { id: 'Helen', roles: ['manager'] } as const
const open = { name: 'YILMAZ, Emre', outcome: 'potential_match', details: {} } as const
const birth = { feature: 'birth date other', party: '1958-06-17', entry: '1985-07-17', points: -0.15 }

it('offers a reason only where the screening found its fact, and writes both sides into the note', () => {
  const offered = dispositionsOf({ ...open, parts: [birth] }, analyst)
  const of = (id: string) => offered.find((one) => one.id === id)
  expect(of('birth-date')).toMatchObject({
    outcome: 'false_positive',
    refusal: null,
    note: 'Date of birth differs: 1958-06-17 (party), 1985-07-17 (list entry “YILMAZ, Emre”).',
  })
  expect(of('gender')).toMatchObject({ note: null, refusal: 'Screening did not compare this field' })
  expect(of('identifier')).toMatchObject({ refusal: 'Screening did not compare this field' })
  expect(of('other')).toMatchObject({ note: null, refusal: null })
})

it('accepts only a written reason where a hit has no explanation', () => {
  const usable = dispositionsOf(open, analyst).filter(({ refusal }) => refusal === null)
  expect(usable.map(({ id }) => id)).toEqual(['other', 'possible', 'true'])
})

it('offers the actions that a decided hit allows, and says which are for managers or another person', () => {
  const confirmed = { ...open, outcome: 'true_positive', details: { decidedBy: 'Helen' } } as const
  const of = (by: typeof analyst | typeof manager) =>
    Object.fromEntries(dispositionsOf({ ...confirmed, parts: [birth] }, by).map(({ id, refusal }) => [id, refusal]))
  expect(of(analyst)).toMatchObject({ 'birth-date': expect.stringMatching(/managers/), keep: expect.anything() })
  expect(of(manager)).toMatchObject({ 'birth-date': null, keep: expect.stringMatching(/person who confirmed/) })
  expect(Object.keys(of(manager))).not.toContain('possible')
  const released = { ...open, outcome: 'false_positive' } as const
  expect(dispositionsOf(released, manager).map(({ id }) => id)).toEqual(['reopen'])
})

it('calls a match possible once somebody has marked it so', () => {
  expect(outcomeText(open)).toBe('Potential match')
  expect(outcomeText({ ...open, details: { decidedBy: 'Mara' } })).toBe('Possible match')
})
