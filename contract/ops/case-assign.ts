/** Assigns a case. The name is for display; the call sends only the id. */
import * as z from 'zod/mini'
import { cases } from '#contract/calls/cases/cases.ts'
import { person, toStamp } from '#contract/model/common.ts'
import { changeCase } from './change-case.ts'
import { opKind } from './op.ts'

export const caseAssign = opKind({
  kind: 'case.assign',
  kindV: 1,
  words: { label: 'Assign case', done: 'Assigned' },
  subject: 'case',
  body: z.object({ manager: person }),
  call: cases.assign,
  idParam: 'caseId',
  params: ({ manager }) => ({ userId: manager.id }),
  expiryHours: 24,
  conflict: 'same-target-is-done',
  commutes: false,
  wants: ({ manager }) => ({ manager }),
  caseAct: 'assign',
  replaces: true,
  apply: {
    caseItem: (base, op) => changeCase(base, op, { manager: op.body.manager, assignDate: toStamp(new Date(op.at)) }),
    caseDetail: (base, op) => changeCase(base, op, { manager: op.body.manager, assignDate: toStamp(new Date(op.at)) }),
  },
})
