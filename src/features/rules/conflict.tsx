// Two people changed one rule: what each did, side by side. Nothing of either is lost until one chooses.
import type { Rule, RuleInfo } from '#contract/model/rule.ts'
import { useStore } from 'zustand'
import { Table } from '#src/ui/table.tsx'
import { ToneMark } from '#src/ui/tag.tsx'
import { Side } from './differences.tsx'
import type { Draft } from './draft.ts'
import { contestsWith, type Contest, type Whose } from './merge.ts'
import { RuleButtons } from './rule-buttons.tsx'
import type { Rules } from './rules.ts'
import { placeWords, valueWords, type Look } from './words.ts'

interface ConflictProps {
  rules: Rules
  draft: Draft
  now: Rule
  types: readonly RuleInfo[]
  look: Look
}

export function Conflict({ rules, draft, now, types, look }: ConflictProps) {
  const chosen = useStore(rules.store, (state) => state.chosen)
  const contests = contestsWith(draft, now, types)
  const open = contests.filter(({ by }) => by === 'both')
  const choose = (place: string, whose: Whose) =>
    rules.store.setState((was) => ({ chosen: { ...was.chosen, [place]: whose } }))
  return (
    <section
      role="alert"
      aria-label="Changed by somebody else"
      className="grid gap-3 border-b border-line bg-raised p-4"
    >
      <p className="flex items-baseline gap-1.5 font-medium">
        <span className="text-warn">
          <ToneMark tone="warn" />
        </span>
        {now.author} changed the rule since you began. Nothing of yours is lost
        {open.length > 0 ? ': choose whose stands where you both changed the same.' : ', and you changed other places.'}
      </p>
      <Table
        label="When you began, theirs and yours"
        columns={['Field', 'When you began', 'Theirs', 'Yours', 'What stands']}
        rows={contests.map((contest) => {
          const { place, before, theirs, yours, by } = contest
          return {
            key: place,
            isMarked: by === 'both',
            cells: [
              placeWords(place, look),
              <Side key="before" text={valueWords(place, before, look)} />,
              <Side key="theirs" text={valueWords(place, theirs, look)} isGone={theirs === undefined} />,
              <Side key="yours" text={valueWords(place, yours, look)} isGone={yours === undefined} />,
              <Stands
                key="stands"
                contest={contest}
                name={placeWords(place, look)}
                whose={chosen[place] ?? 'yours'}
                onChoose={(whose) => choose(place, whose)}
              />,
            ],
          }
        })}
      />
      <RuleButtons
        commands={['rule.merge', 'rule.discard']}
        primary="rule.merge"
        labels={{ 'rule.discard': 'Take theirs, all of it' }}
      />
    </section>
  )
}

interface StandsProps {
  contest: Contest
  name: string
  whose: Whose
  onChoose: (whose: Whose) => void
}

function Stands({ contest: { by }, name, whose, onChoose }: StandsProps) {
  if (by !== 'both') return by === 'them' ? 'Theirs' : 'Yours'
  return (
    <span role="group" aria-label={`Whose ${name} stands`} className="flex gap-1">
      {(['theirs', 'yours'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={whose === one}
          className={`button ${whose === one ? 'bg-tint' : ''}`}
          onClick={() => onChoose(one)}
        >
          {one === 'theirs' ? 'Theirs' : 'Yours'}
        </button>
      ))}
    </span>
  )
}
