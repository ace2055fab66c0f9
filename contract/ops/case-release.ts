/** Gives a case back to the queue: nobody is assigned to it any more. */
import * as z from 'zod/mini'
import { cases } from '#contract/calls/cases/cases.ts'
import { changeCase } from './change-case.ts'
import { laneOf, opKind } from './op.ts'

const unassigned = { manager: null, assignDate: null } as const

export const caseRelease = opKind({
  kind: 'case.release',
  kindV: 1,
  words: { label: 'Release case', done: 'Released' },
  subject: 'case',
  body: z.object({}),
  call: cases.release,
  params: (op) => ({ caseId: op.target.caseId ?? '' }),
  lane: laneOf,
  expiryHours: 24,
  conflict: 'same-target-is-done',
  commutes: false,
  wants: () => ({ manager: null }),
  caseAct: 'release',
  apply: {
    caseItem: (base, op) => changeCase(base, op, unassigned),
    caseDetail: (base, op) => changeCase(base, op, unassigned),
  },
})
