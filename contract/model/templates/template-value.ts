/** Templates and macros as they are kept; apart from their tables, as the facts that claims cite are not in the first load. */
import * as z from 'zod/mini'
import { oneLine, flat } from '#contract/model/common.ts'
import { claim } from '#contract/model/facts/claims.ts'
import { CLAIMS_MAX } from '#contract/model/facts/seen-facts.ts'
import { EVIDENCE, TEMPLATE_USES, type Evidence } from './template.ts'
import { REASONS, RULE_TYPES } from '#contract/model/values.ts'

const title = oneLine(100)

export const templateValue = z.object({
  title,
  /** Incremented with every change, so that a sent note can name its wording. */
  revision: z.number().check(z.int(), z.minimum(1)),
  /** A short description for lists. */
  gist: z.string().check(flat, z.maxLength(300)),
  /** `{{case.id}}` is looked up, `{{?text}}` is asked for. */
  body: z.string().check(z.trim(), z.minLength(1), z.maxLength(20_000)),
  use: z.enum(TEMPLATE_USES),
  reason: z.optional(z.enum(REASONS)),
  /** Rule types it is for; empty for all. */
  ruleTypes: z.array(z.enum(RULE_TYPES)).check(z.maxLength(RULE_TYPES.length)),
  evidence: z.array(z.enum(Object.keys(EVIDENCE) as [Evidence, ...Evidence[]])).check(z.maxLength(6)),
  /** Its claims about the facts. */
  claims: z.optional(z.array(claim).check(z.maxLength(CLAIMS_MAX))),
})
export type TemplateValue = z.infer<typeof templateValue>

/** The assignment of a triage digit, under `macroId`. The template decides the disposition and its reason. */
export const macroValue = z.object({ title, templateId: z.string().check(z.minLength(1), z.maxLength(100)) })
export type MacroValue = z.infer<typeof macroValue>
