import { fromStamp } from '#contract/model/common.ts'
import type { RuleInfo, RuleItem } from '#contract/model/rules/rule.ts'
import { conditionsText } from '#src/features/rules/conditions-text.ts'
import { AREA_LABELS, LEVEL_LABELS, STAGE_LABELS } from '#src/features/rules/rule-labels.ts'
import { agoText, shortAge } from '#src/format/age.ts'
import { countOf, formatCount } from '#src/format/count.ts'
import { humanise } from '#src/format/label.ts'
import type { ListColumn } from '#src/ui/list/list.tsx'
import { ToneMark } from '#src/ui/tag.tsx'
import { falsePositives, type Figures } from './sort.ts'

const percent = (part: number | null) => (part === null ? '' : `${Math.round(part * 100)} %`)
const isStop = ({ type, options }: RuleItem) => type === 'transaction' && options?.action === 'hardstop'

function standsOf({ stage = 'live', proposal, isDeleted }: RuleItem): string {
  if (isDeleted) return 'Deleted'
  return proposal && stage !== 'proposed' ? `${STAGE_LABELS[stage]}, pending` : (STAGE_LABELS[stage] ?? stage)
}

interface ColumnsOf {
  types: readonly RuleInfo[]
  now: number
  /** Undefined before they are known, and where a server has none. */
  figures: Figures | undefined
  /** True if something is written on a rule that is not saved. */
  hasDraft: (rule: RuleItem) => boolean
}

/** The columns of the list; ages are of `now`. */
export function ruleColumns({ types, now, figures, hasDraft }: ColumnsOf): readonly ListColumn<RuleItem>[] {
  const figure = (
    id: 'alerts' | 'strs' | 'open',
    header: string,
    spoken: (count: number) => string,
  ): ListColumn<RuleItem> => ({
    id,
    header,
    width: 58,
    align: 'end',
    text: (row) => (figures ? formatCount(figures.get(row.id)?.[id] ?? 0) : ''),
    spoken: (row) => (figures ? spoken(figures.get(row.id)?.[id] ?? 0) : ''),
  })
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
    {
      id: 'name',
      header: 'Name',
      width: 180,
      grow: 3,
      text: (row) => (hasDraft(row) ? `${row.name} (unsaved draft)` : row.name),
    },
    { id: 'stands', header: 'State', width: 132, text: standsOf },
    figure('alerts', 'Alerts', (count) => `${countOf(count, 'alert')} in 90 days`),
    {
      id: 'falsePositives',
      header: 'FP rate',
      width: 60,
      align: 'end',
      text: (row) => percent(falsePositives(figures?.get(row.id))),
      spoken: (row) => {
        const rate = percent(falsePositives(figures?.get(row.id)))
        return rate && `false-positive rate ${rate}`
      },
    },
    figure('strs', 'STRs', (count) => countOf(count, 'STR')),
    figure('open', 'Open', (count) => `${formatCount(count)} open`),
    {
      id: 'criteria',
      header: 'Criteria',
      width: 120,
      grow: 2,
      hideBelow: 820,
      text: ({ criteria = {}, options }) => {
        const named = Object.keys(criteria).map(typeName)
        const said = options?.conditions && conditionsText(options.conditions, ({ type }) => typeName(type))
        return [named.join(', '), said].filter(Boolean).join('; ')
      },
    },
    {
      id: 'area',
      header: 'Applies to',
      width: 100,
      hideBelow: 1200,
      text: ({ type }) => AREA_LABELS[type] ?? type,
    },
    {
      id: 'action',
      header: 'Action',
      width: 76,
      hideBelow: 900,
      text: ({ type, options }) => (type === 'transaction' ? (LEVEL_LABELS[options?.action ?? 'alert'] ?? '') : '–'),
    },
    { id: 'author', header: 'By', width: 100, grow: 1, hideBelow: 1200, text: ({ author }) => author },
    {
      id: 'age',
      header: 'Changed',
      width: 68,
      align: 'end',
      text: ({ lastUpdate }) => shortAge(now - fromStamp(lastUpdate)),
      spoken: ({ lastUpdate }) => `changed ${agoText(now - fromStamp(lastUpdate))}`,
    },
  ]
}
