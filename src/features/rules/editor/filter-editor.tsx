// Filter groups by keyboard: a line a condition, groups in groups. Every control is a tab stop, Enter in a value begins
// the next condition, and what is wrong is marked where it is.
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useMemo, useRef, type ReactNode } from 'react'
import type { FilterField } from '#contract/model/rules/allowlist.ts'
import type { Comparison, Condition, FilterGroup } from '#contract/model/rules/filter.ts'
import { useData } from '#src/data/data.ts'
import { FaultText, useFault } from '#src/features/rules/field-faults.tsx'
import { ruleQueries } from '#src/features/rules/queries.ts'
import { Button } from '#src/ui/button.tsx'
import { Choice } from '#src/ui/form/choice.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import {
  byOperator,
  emptyGroup,
  insertInto,
  isGroup,
  newCondition,
  onField,
  QUANTIFIER_LABELS,
  quantifierOf,
  QUANTIFIERS,
  removeAt,
  replaceAt,
  withQuantifier,
  type Path,
} from './filter-groups.ts'
import { Operand } from './filter-operand.tsx'

export interface FilterEditorProps {
  /** Accessible name: 'Customer filter'. */
  label: string
  value: FilterGroup
  onChange: (value: FilterGroup) => void
  /** The fields of its conditions. */
  fields: readonly FilterField[]
  /** The path in the body, by which faults are marked. */
  place: string
}

interface Editing {
  fields: readonly FilterField[]
  comparisons: readonly Comparison[]
  change: (act: (root: FilterGroup) => FilterGroup) => void
  add: (group: Path, behind?: number) => void
  addGroup: (group: Path) => void
  remove: (path: Path) => void
}

const NONE: readonly Comparison[] = []
const QUANTIFIER_OPTIONS = QUANTIFIERS.map((value) => ({ value, label: QUANTIFIER_LABELS[value] }))

export function FilterEditor({ label, value, onChange, fields, place }: FilterEditorProps) {
  const { api } = useData()
  const { data: comparisons = NONE } = useQuery(ruleQueries.comparisons(api))
  const frame = useRef<HTMLDivElement>(null)

  /** After rendering: the first control of a condition, or the group's add button. */
  const focus = (path: Path) =>
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>(`[data-path="${path.join('.')}"] :is(select, button)`)?.focus(),
    )
  const editing: Editing = {
    fields,
    comparisons,
    change: (act) => onChange(act(value)),
    add(group, behind) {
      onChange(insertInto(value, group, newCondition(fields, comparisons), behind))
      const found = groupAt(value, group)
      focus([...group, behind === undefined ? (found?.rules.length ?? 0) : behind + 1])
    },
    addGroup(group) {
      const inner = { ...emptyGroup(), combinator: 'or', rules: [newCondition(fields, comparisons)] } as const
      onChange(insertInto(value, group, { ...inner, rules: [...inner.rules] }))
      // its condition, not what joins several
      focus([...group, groupAt(value, group)?.rules.length ?? 0, 0])
    },
    remove(path) {
      onChange(removeAt(value, path))
      focus(path.slice(0, -1))
    },
  }
  return (
    <div ref={frame} role="group" aria-label={label}>
      <Group group={value} path={[]} place={place} editing={editing} />
    </div>
  )
}

function groupAt(root: FilterGroup, path: Path): FilterGroup | undefined {
  let at: FilterGroup | Condition | undefined = root
  for (const index of path) at = at && isGroup(at) ? at.rules[index] : undefined
  return at && isGroup(at) ? at : undefined
}

interface NodeProps {
  path: Path
  place: string
  editing: Editing
}

function Group({ group, path, place, editing }: NodeProps & { group: FilterGroup }) {
  const fault = useFault(place)
  const isRoot = path.length === 0
  return (
    <div
      data-path={path.join('.')}
      className={`grid gap-2 ${isRoot ? '' : 'border-s-2 border-line ps-3'}`}
      {...(!isRoot && { role: 'group', 'aria-label': `Group ${path.map((index) => index + 1).join('.')}` })}
    >
      {(group.rules.length > 1 || !isRoot || group.not) && (
        <div className="flex items-center gap-2">
          <div className="w-44">
            <Choice
              label="Operator between its conditions"
              value={quantifierOf(group)}
              options={QUANTIFIER_OPTIONS}
              onChange={(next) =>
                editing.change((root) =>
                  replaceAt(root, path, (node) => (isGroup(node) ? withQuantifier(node, next) : node)),
                )
              }
            />
          </div>
        </div>
      )}
      {group.rules.map((node, index) => {
        const at = { path: [...path, index], place: `${place}.rules.${index}`, editing }
        return isGroup(node) ? (
          <Group key={at.place} group={node} {...at} />
        ) : (
          <Line key={at.place} condition={node} {...at} />
        )
      })}
      {fault && <FaultText>{fault}</FaultText>}
      <div className="flex gap-1">
        <Button variant="quiet" onClick={() => editing.add(path)}>
          + Condition
        </Button>
        <Button variant="quiet" onClick={() => editing.addGroup(path)}>
          + Group
        </Button>
        {!isRoot && (
          <Button variant="quiet" onClick={() => editing.remove(path)}>
            Remove the group
          </Button>
        )}
      </div>
    </div>
  )
}

function Line({ condition, path, place, editing }: NodeProps & { condition: Condition }) {
  const { fields, comparisons } = editing
  const fault = useFault(place, true)
  const field = fields.find(({ name }) => name === condition.field)
  const number = path.map((index) => index + 1).join('.')
  const id = `fault-${place}`
  const options = useMemo(() => fields.map(({ name, label }) => ({ value: name, label })), [fields])
  const put = (next: Condition) => editing.change((root) => replaceAt(root, path, () => next))
  const operators = comparisons.filter(({ name, types }) => (field ? field.operators.includes(name) : types.length > 0))
  const common = { isInvalid: fault !== undefined, describedBy: fault === undefined ? undefined : id }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter in any of its values begins the next one
    <div
      data-path={path.join('.')}
      data-place={place}
      className="grid gap-1"
      onKeyDown={(event) => {
        const isText = event.target instanceof HTMLInputElement
        if (event.key !== 'Enter' || event.defaultPrevented || !isText || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        editing.add(path.slice(0, -1), path.at(-1))
      }}
    >
      <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,7fr)_24px] items-start gap-2">
        <Choice
          {...common}
          label={`Field of condition ${number}`}
          value={condition.field}
          options={options}
          onChange={(name) => {
            const next = fields.find((one) => one.name === name)
            if (next) put(onField(condition, next, comparisons, field))
          }}
        />
        <Choice
          {...common}
          label={`Comparison of condition ${number}`}
          value={condition.operator}
          options={operators.map(({ name, label }) => ({ value: name, label }))}
          onChange={(operator) => put(byOperator(condition, operator, comparisons))}
        />
        <div data-place={`${place}.value`}>
          <Operand
            {...common}
            label={`Value of condition ${number}`}
            condition={condition}
            field={field}
            comparisons={comparisons}
            onChange={(next) => put({ ...condition, value: next })}
          />
        </div>
        <Middle>
          <IconButton icon={X} label={`Remove condition ${number}`} onClick={() => editing.remove(path)} />
        </Middle>
      </div>
      {fault && <FaultText id={id}>{fault}</FaultText>}
    </div>
  )
}

const Middle = ({ children }: { children: ReactNode }) => (
  <span className="grid h-7 place-content-center">{children}</span>
)
