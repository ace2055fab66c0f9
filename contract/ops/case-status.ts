/** Sets a case to await the customer, or back to new. */
import * as z from 'zod/mini'
import { cases } from '#contract/calls/cases/cases.ts'
import { changeCase, changeReport } from './change-case.ts'
import { opKind } from './op.ts'

const common = {
  kindV: 1,
  subject: 'case',
  body: z.object({}),
  idParam: 'caseUuid',
  expiryHours: 24,
  conflict: 'same-target-is-done',
  commutes: false,
} as const

export const caseAwait = opKind({
  ...common,
  kind: 'case.await',
  words: { label: 'Await customer', done: 'Awaiting response' },
  call: cases.await,
  wants: () => ({ status: 'await' }),
  caseAct: 'await',
  undoneBy: 'case.renew',
  apply: {
    caseItem: (base, op) => changeCase(base, op, { status: 'await' }),
    caseDetail: (base, op) => changeCase(base, op, { status: 'await' }),
    alert: (base, op) => changeReport(base, op, { status: 'await' }),
  },
})

export const caseRenew = opKind({
  ...common,
  kind: 'case.renew',
  words: { label: 'Set new', done: 'New again' },
  call: cases.renew,
  wants: () => ({ status: 'new' }),
  caseAct: 'new',
  undoneBy: 'case.await',
  apply: {
    caseItem: (base, op) => changeCase(base, op, { status: 'new' }),
    caseDetail: (base, op) => changeCase(base, op, { status: 'new' }),
    alert: (base, op) => changeReport(base, op, { status: 'new' }),
  },
})
