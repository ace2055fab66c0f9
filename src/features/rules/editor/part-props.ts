import type { RuleDraft } from '#contract/model/rules/rule.ts'

/** What every part of the form is given. */
export interface PartProps {
  body: RuleDraft
  onChange: (body: RuleDraft) => void
}
