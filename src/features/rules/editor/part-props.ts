import type { RuleDraft } from '#contract/model/rules/rule.ts'

/** The props of every part of the form. */
export interface PartProps {
  body: RuleDraft
  onChange: (body: RuleDraft) => void
}
