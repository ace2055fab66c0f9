/** The effect of a recommendation on a case: under four eyes an STR is proposed, approved or returned. */
import { isOpenAlert } from '#contract/model/cases/alert.ts'
import type { CaseItem } from '#contract/model/cases/case.ts'
import type { StrAction } from '#contract/model/values.ts'
import type { Option } from '#src/commands/command.ts'
import type { StrReview } from '#src/features/cases/detail/case-deps.ts'
import { countOf } from '#src/format/count.ts'

/** The reason why a person cannot approve a case's STR: it is their own proposal. */
export const againstApproval = (row: CaseItem | undefined, { me, isReviewed }: StrReview): string | null =>
  isReviewed && me && row?.strProposal?.by.id === me.id ? 'your proposal: another person has to approve it' : null

/** The choices on a case, in the order of their keys; where it is one of many, what is against it is not against all. */
export function recommendationChoices(
  row: CaseItem | undefined,
  review: StrReview,
  isOfMany = false,
): Option<StrAction>[] {
  const { isReviewed } = review
  const proposal = isReviewed ? row?.strProposal : undefined
  const against = isOfMany ? null : againstApproval(row, review)
  const open = isOfMany ? 0 : (row?.alerts.filter(({ status }) => isOpenAlert(status)).length ?? 0)
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
        {
          id: 'reject',
          value: 'reject',
          title: 'No STR',
          detail: 'no grounds to suspect: closes the case',
          ...(open > 0 && { disabled: `${countOf(open, 'alert')} still open` }),
        },
        {
          id: 'proceed',
          value: 'proceed',
          title: isReviewed ? 'Propose an STR' : 'Recommend an STR',
          detail: open > 0 ? `${proceed}, ${countOf(open, 'open alert')} as suspicious` : proceed,
        },
      ]
}
