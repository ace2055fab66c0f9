import { fromStamp } from '#contract/model/common.ts'
import type { RuleInfo, RuleItem } from '#contract/model/rule.ts'
import { agoWords, shortAge } from '#src/format/age.ts'
import { humanise } from '#src/format/label.ts'
import type { ListColumn } from '#src/ui/list.tsx'
import { ToneMark } from '#src/ui/tag.tsx'
import { AREA_WORDS, LEVEL_WORDS, STAGE_WORDS } from './words.ts'

const isStop = ({ type, options }: RuleItem) => type === 'transaction' && options?.action === 'hardstop'

function standsOf({ stage = 'live', proposal, isDeleted }: RuleItem): string {
  if (isDeleted) return 'Deleted'
  return proposal && stage !== 'proposed' ? `${STAGE_WORDS[stage]}, change proposed` : (STAGE_WORDS[stage] ?? stage)
}

/** The columns of the list; ages are of `now`. */
export function ruleColumns(types: readonly RuleInfo[], now: number): readonly ListColumn<RuleItem>[] {
  const typeName = (type: string) => types.find((info) => info.type === type)?.label ?? humanise(type)
  return [
    {
      id: 'stop',
      header: 'Hard stop',
      isHeaderHidden: true,
      width: 24,
      text: (row) => (isStop(row) ? 'hard stop' : ''),
      render: (row) =>
        isStop(row) && (
          <span className="text-stop">
            <ToneMark tone="stop" />
          </span>
        ),
    },
    { id: 'name', header: 'Name', width: 180, grow: 3, text: ({ name }) => name },
    {
      id: 'criteria',
      header: 'Criteria',
      width: 150,
      grow: 3,
      text: ({ criteria = {} }) => Object.keys(criteria).map(typeName).join(', '),
    },
    {
      id: 'area',
      header: 'Looks at',
      width: 142,
      grow: 1,
      hideBelow: 820,
      text: ({ type }) => AREA_WORDS[type] ?? type,
    },
    {
      id: 'action',
      header: 'Action',
      width: 92,
      hideBelow: 900,
      text: ({ type, options }) => (type === 'transaction' ? (LEVEL_WORDS[options?.action ?? 'alert'] ?? '') : '–'),
    },
    { id: 'stands', header: 'State', width: 84, grow: 1, text: standsOf },
    { id: 'author', header: 'By', width: 100, grow: 1, hideBelow: 820, text: ({ author }) => author },
    {
      id: 'age',
      header: 'Changed',
      width: 68,
      align: 'end',
      text: ({ lastUpdate }) => shortAge(now - fromStamp(lastUpdate)),
      spoken: ({ lastUpdate }) => `changed ${agoWords(now - fromStamp(lastUpdate))}`,
    },
  ]
}
