/** Hands a case to a manager with a note. The status stays: the case is still to be decided. */
import * as z from 'zod/mini'
import { cases } from '#contract/calls/cases/cases.ts'
import { noteText, person, toStamp } from '#contract/model/common.ts'
import { addNote, changeCase, noteOf } from './change-case.ts'
import { laneOf, opKind, type Op } from './op.ts'

const body = z.object({ manager: person, note: noteText })

const handed = (op: Op<string, z.infer<typeof body>>) => ({
  manager: op.body.manager,
  assignDate: toStamp(new Date(op.at)),
})

export const caseEscalate = opKind({
  kind: 'case.escalate',
  kindV: 1,
  words: { label: 'Escalate case', done: 'Escalated' },
  subject: 'case',
  body,
  call: cases.escalate,
  params: (op) => ({ caseId: op.target.caseId ?? '' }),
  lane: laneOf,
  expiryHours: 24,
  conflict: 'same-target-is-done',
  commutes: false,
  wants: ({ manager, note }) => ({ manager, note }),
  caseAct: 'escalate',
  apply: {
    caseItem: (base, op) => changeCase(base, op, handed(op)),
    caseDetail: (base, op) =>
      op.target.caseId === base.id ? addNote(changeCase(base, op, handed(op)), noteOf(op, op.body.note)) : base,
  },
})
