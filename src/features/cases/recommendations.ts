/** What a recommendation on a case comes to: under four eyes an STR is proposed, approved or given back. */
import type { CaseItem } from '#contract/model/case.ts'
import type { StrAction } from '#contract/model/values.ts'
import type { Option } from '#src/commands/command.ts'
import type { StrReview } from './case-deps.ts'

/** Why a person does not approve the STR of a case: it is their own proposal. */
export const againstApproval = (row: CaseItem | undefined, { me, isReviewed }: StrReview): string | null =>
  isReviewed && me && row?.strProposal?.by.id === me.id ? 'yours: somebody else approves it' : null

/** The choices on a case, in the order of their keys; where it is one of many, what is against it is not against all. */
export function strChoices(row: CaseItem | undefined, review: StrReview, isOfMany = false): Option<StrAction>[] {
  const { isReviewed } = review
  const proposal = isReviewed ? row?.strProposal : undefined
  const against = isOfMany ? null : againstApproval(row, review)
  const proceed = isReviewed ? 'grounds to suspect: somebody else approves it' : 'grounds to suspect: closes the case'
  return proposal
    ? [
        {
          id: 'reject',
          value: 'reject',
          title: 'Return the proposal',
          detail: `to ${proposal.by.name}: the case stays open`,
        },
        {
          id: 'proceed',
          value: 'proceed',
          title: 'Approve the STR',
          detail: `proposed by ${proposal.by.name}: closes the case`,
          ...(against !== null && { disabled: against }),
        },
      ]
    : [
        { id: 'reject', value: 'reject', title: 'No STR', detail: 'no grounds to suspect: closes the case' },
        { id: 'proceed', value: 'proceed', title: isReviewed ? 'Propose an STR' : 'File an STR', detail: proceed },
      ]
}
