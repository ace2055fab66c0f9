/** The initial answers of a new form, from the database. Everything can be overwritten. */
import type { FormType } from '#contract/model/forms/document-form.ts'
import type { Db } from '#server/store/sql.ts'
import { prefillEdd } from './prefill-edd.ts'
import { prefillSar } from './prefill-sar.ts'
import type { Subject } from './subject.ts'

/** Answers for a new form of that type; `caseId` is the case that a report is begun on. */
export async function prefill(
  db: Db,
  type: FormType,
  subject: Subject,
  caseId?: string,
): Promise<Record<string, unknown>> {
  return type === 'sar' ? prefillSar(db, subject, caseId) : prefillEdd(db, type, subject)
}
