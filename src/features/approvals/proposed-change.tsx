// The rule or allowlist after approval, described as rules are.
import type { Approval } from '#contract/model/cases/approval.ts'
import { ProposedChange, useLookups } from '#src/features/rules/public.ts'

export function Proposed({ row: { platform, evidence, differences } }: { row: Approval }) {
  const look = useLookups(platform)
  return (
    <section className="grid gap-2">
      <h3 className="text-label font-medium text-muted">Proposed change</h3>
      <ProposedChange evidence={evidence} differences={differences} look={look} />
    </section>
  )
}
