import type { RuleProposal } from '#contract/model/rules/rule.ts'
import { ProposedChange } from '#src/features/rules/proposed-change.tsx'
import { RuleButtons } from '#src/features/rules/rule-buttons.tsx'
import type { Look } from '#src/features/rules/rule-text.ts'
import { formatDateTime } from '#src/format/date.ts'
import { ToneMark } from '#src/ui/tag.tsx'

const WHAT: Record<RuleProposal['kind'], string> = {
  add: 'proposes this rule',
  change: 'proposes a change',
  delete: 'proposes to delete the rule',
  stage: 'proposes another state of the rule',
}

/** The pending approval with its differences. */
export function ProposalBand({ proposal, look }: { proposal: RuleProposal; look: Look }) {
  const { author, at, kind, differences, reason, evidence } = proposal
  return (
    <section aria-label="Proposal" className="grid gap-3 border-b border-line bg-raised p-4">
      <p className="flex items-baseline gap-1.5 font-medium">
        <span className="text-accent">
          <ToneMark tone="accent" />
        </span>
        {author.name} {WHAT[kind]}, {formatDateTime(at)}. It takes effect once approved.
      </p>
      {reason && <p>Reason: {reason}</p>}
      <ProposedChange evidence={evidence} differences={differences} look={look} />
      <RuleButtons commands={['rule.approve', 'rule.return']} primary="rule.approve" />
    </section>
  )
}
