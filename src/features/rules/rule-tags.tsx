import type { RuleItem } from '#contract/model/rules/rule.ts'
import { Tag } from '#src/ui/tag.tsx'
import { AREA_LABELS, LEVEL_LABELS, STAGE_LABELS } from './rule-labels.ts'

/** The stage and action of a rule, each with a shape. */
export function RuleTags({
  rule,
}: {
  rule: Pick<RuleItem, 'type' | 'options' | 'stage' | 'stopped' | 'proposal' | 'isDeleted'>
}) {
  const { type, options, stage = 'live', stopped, proposal, isDeleted } = rule
  const action = options?.action ?? 'alert'
  return (
    <span className="flex flex-wrap gap-3 text-list">
      {isDeleted ? (
        <Tag tone="stop">Deleted</Tag>
      ) : (
        <Tag tone={stage === 'live' ? 'done' : 'warn'}>{STAGE_LABELS[stage]}</Tag>
      )}
      <Tag>{AREA_LABELS[type]}</Tag>
      {type === 'transaction' && <Tag tone={action === 'hardstop' ? 'stop' : 'plain'}>{LEVEL_LABELS[action]}</Tag>}
      {stopped !== undefined && <Tag tone="stop">Cannot run: {stopped}</Tag>}
      {proposal && <Tag tone="accent">Pending approval</Tag>}
    </span>
  )
}
