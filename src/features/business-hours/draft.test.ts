import { expect, test } from 'vitest'
import { DEFAULT_BUSINESS_HOURS } from '#contract/model/business-hours/policy.ts'
import { differencesOf, draftOf, readDraft } from './draft.ts'

const draft = draftOf(DEFAULT_BUSINESS_HOURS)

test('invalid input is reported at its field', () => {
  const monday = (text: string) => draft.week.with(0, text)
  const wrong = [
    [{ zone: 'Mars/Olympus' }, { zone: 'There is no such time zone.' }],
    [{ week: monday('9–17:00') }, { 'week.0': 'Enter times as 09:00–12:00, 13:00–17:00, up to 24:00.' }],
    [{ week: monday('09:00') }, { 'week.0': 'Enter times as 09:00–12:00, 13:00–17:00, up to 24:00.' }],
    [{ week: monday('17:00–09:00') }, { 'week.0': 'Monday closes before it opens.' }],
    [{ week: monday('09:00–13:00, 12:00–17:00') }, { 'week.0': 'Monday opens before the opening before has closed.' }],
    [{ week: draft.week.map(() => '') }, { week: 'At least one day has to be open.' }],
    [{ holidays: '2026-02-30 Leap' }, { holidays: 'There is no day 2026-02-30.' }],
    [{ holidays: '2026-12-25 Christmas\n2026-12-25' }, { holidays: '2026-12-25 is entered twice.' }],
    [{ soon: 'two' }, { soon: 'Enter hours, from 0 to 8784.' }],
    [
      { hours: { ...draft.hours, case: { alert: '0', hardstop: '-1' } } },
      {
        'case.alert': 'Enter hours, more than 0 and at most 8784.',
        'case.hardstop': 'Enter hours, more than 0 and at most 8784.',
      },
    ],
  ] as const
  for (const [change, faults] of wrong) expect(readDraft({ ...draft, ...change })).toEqual({ faults })
})

test('input is parsed, and a policy is displayed unchanged', () => {
  expect(readDraft(draft)).toEqual({ policy: DEFAULT_BUSINESS_HOURS })
  const typed = { ...draft, holidays: ' 2026-12-25  Christmas Day \n\n2027-01-01', soon: '0.5' }
  expect(readDraft({ ...typed, hours: { ...draft.hours, case: { alert: ' ', hardstop: '1.5' } } })).toMatchObject({
    policy: {
      holidays: [
        { day: '2026-12-25', name: 'Christmas Day' },
        { day: '2027-01-01', name: '' },
      ],
      hours: { case: { alert: null, hardstop: 1.5 } },
      soon: 0.5,
    },
  })
})

test('a day may have several openings, typed with hyphens or dashes', () => {
  const typed = { ...draft, week: draft.week.with(0, ' 8:30-12:00 , 13:00 – 17:00').with(5, '10:00 to 24:00') }
  const read = readDraft(typed)
  expect('policy' in read && [read.policy.week[0], read.policy.week[5]]).toEqual([
    [
      { from: '08:30', to: '12:00' },
      { from: '13:00', to: '17:00' },
    ],
    [{ from: '10:00', to: '24:00' }],
  ])
  expect('policy' in read && differencesOf(DEFAULT_BUSINESS_HOURS, read.policy)).toEqual([
    'Monday: 09:00 to 17:00 → 08:30 to 12:00, 13:00 to 17:00',
    'Saturday: closed → 10:00 to 24:00',
  ])
})

test('differences list only what changed', () => {
  const week = DEFAULT_BUSINESS_HOURS.week.with(4, [])
  const after = { ...DEFAULT_BUSINESS_HOURS, week, soon: 4, holidays: [{ day: '2026-12-25', name: 'Christmas' }] }
  expect(differencesOf(DEFAULT_BUSINESS_HOURS, after)).toEqual([
    'Friday: 09:00 to 17:00 → closed',
    'Due soon: within 2 h → within 4 h',
    'Holidays: none → 2026-12-25 Christmas',
  ])
  expect(differencesOf(after, after)).toEqual([])
})
