import type { RuleProposal } from '#contract/model/rule.ts'
import { formatDateTime } from '#src/format/date.ts'
import { ToneMark } from '#src/ui/tag.tsx'
import { Differences } from './differences.tsx'
import { RuleButtons } from './rule-buttons.tsx'
import type { Look } from './words.ts'

const WHAT: Record<RuleProposal['kind'], string> = {
  add: 'proposes this rule',
  change: 'proposes a change',
  delete: 'proposes to delete the rule',
  stage: 'proposes that the rule stands otherwise',
}

/** What waits for a second person, with what would be other than it is. */
export function ProposalBand({ proposal, look }: { proposal: RuleProposal; look: Look }) {
  const { author, at, kind, differences } = proposal
  return (
    <section aria-label="Proposal" className="grid gap-3 border-b border-line bg-raised p-4">
      <p className="flex items-baseline gap-1.5 font-medium">
        <span className="text-accent">
          <ToneMark tone="accent" />
        </span>
        {author.name} {WHAT[kind]}, {formatDateTime(at)}. It counts once somebody else has approved it.
      </p>
      <Differences label="What is proposed" differences={differences} sides={['As it is', 'As proposed']} look={look} />
      <RuleButtons commands={['rule.approve', 'rule.return']} primary="rule.approve" />
    </section>
  )
}
