/** Adds a note to a case. */
import * as z from 'zod/mini'
import { cases } from '#contract/calls/cases/cases.ts'
import { noteText } from '#contract/model/common.ts'
import { addNote, noteOf } from './change-case.ts'
import { opKind } from './op.ts'

export const caseNote = opKind({
  kind: 'case.note',
  kindV: 1,
  words: { label: 'Note on case', done: 'Noted' },
  subject: 'case',
  body: z.object({ note: noteText }),
  call: cases.note,
  idParam: 'caseId',
  expiryHours: 7 * 24,
  conflict: 'append',
  commutes: true,
  wants: ({ note }) => ({ note }),
  apply: {
    caseDetail: (base, op) => (op.target.caseId === base.id ? addNote(base, noteOf(op, op.body.note)) : base),
  },
})
