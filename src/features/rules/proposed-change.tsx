import type { Difference } from '#contract/model/rules/difference.ts'
import type { RuleEvidence } from '#contract/model/rules/rule.ts'
import { Differences } from '#src/features/rules/revision/differences.tsx'
import { evidenceText, type Look } from './rule-text.ts'

interface ProposedChangeProps {
  evidence?: RuleEvidence | null | undefined
  differences: readonly Difference[]
  look: Look
}

/** The differences after the backtest behind them; missed STRs are emphasised. */
export function ProposedChange({ evidence, differences, look }: ProposedChangeProps) {
  return (
    <>
      {evidence && <p className={evidence.strLost > 0 ? 'font-medium text-stop' : ''}>{evidenceText(evidence)}</p>}
      <Differences label="Proposed change" differences={differences} sides={['Now', 'Proposed']} look={look} />
    </>
  )
}
