/** Templates and macros as they are kept; apart from their tables, as the facts that claims cite are not in the first load. */
import * as z from 'zod/mini'
import { claim } from './facts/claims.ts'
import { CLAIMS_MAX } from './facts/seen-facts.ts'
import { EVIDENCE, TEMPLATE_USES, type Evidence } from './template.ts'
import { REASONS, RULE_TYPES } from './values.ts'

const title = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

export const templateValue = z.object({
  title,
  /** Grows with every change, so that a sent note can say which wording it was made from. */
  revision: z.number().check(z.int(), z.minimum(1)),
  /** What distinguishes it from the others, for lists of them. */
  gist: z.string().check(z.maxLength(300)),
  /** `{{case.id}}` is looked up, `{{?words}}` is asked for. */
  body: z.string().check(z.trim(), z.minLength(1), z.maxLength(20_000)),
  use: z.enum(TEMPLATE_USES),
  reason: z.optional(z.enum(REASONS)),
  /** Rule types it is for; empty for all. */
  ruleTypes: z.array(z.enum(RULE_TYPES)).check(z.maxLength(RULE_TYPES.length)),
  evidence: z.array(z.enum(Object.keys(EVIDENCE) as [Evidence, ...Evidence[]])).check(z.maxLength(6)),
  /** What it asserts of the facts; nothing in what an older window wrote. */
  claims: z.optional(z.array(claim).check(z.maxLength(CLAIMS_MAX))),
})
export type TemplateValue = z.infer<typeof templateValue>

/** What one digit of triage does, under `macroId`. The template decides how it closes the alert, and why. */
export const macroValue = z.object({ title, templateId: z.string().check(z.minLength(1), z.maxLength(100)) })
export type MacroValue = z.infer<typeof macroValue>
