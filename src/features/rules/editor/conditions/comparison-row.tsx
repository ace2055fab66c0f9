import type { Comparison, ConditionOperand } from '#contract/model/rules/conditions/conditions.ts'
import { FaultText, useFault } from '#src/features/rules/field-faults.tsx'
import { Choice } from '#src/ui/form/choice.tsx'
import { AggregateForm } from './aggregate-form.tsx'
import { numberOf, Tools, type NodeProps } from './node-tools.tsx'
import { OperandBox } from './operand-box.tsx'
import { RELATION_LABELS } from '#contract/model/rules/conditions/sentence.ts'
import { relationsOf, withLeft, withRelation } from './offers.ts'
import { RightSide } from './right-side.tsx'
import { added, newComparison } from './tree.ts'

const readField = (text: string): ConditionOperand => ({ field: text })

/** Left side, relation, right side; below it the payments of aggregates. */
export function ComparisonRow({ node, path, place, editing }: NodeProps<Comparison>) {
  const { on, offers } = editing
  const fault = useFault(place, true)
  const isOdd = useFault(`${place}.is`) !== undefined
  const id = `fault-${place}`
  const describedBy = fault === undefined ? undefined : id
  const number = numberOf(path)
  const put = (next: Comparison) => editing.put(path, next)
  const relations = relationsOf(node.left, on)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter in any of its values begins the next one
    <div
      data-path={path.join('.')}
      data-place={place}
      className="grid gap-1"
      onKeyDown={(event) => {
        const isText = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
        if (event.key !== 'Enter' || event.defaultPrevented || !isText || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        editing.act((root) => added(root, path, newComparison()))
      }}
    >
      <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,5fr)_auto] items-start gap-2 @max-[560px]:grid-cols-1">
        <OperandBox
          label={`Left side of condition ${number}`}
          operand={node.left}
          offers={offers}
          known={offers}
          isStrict
          read={readField}
          onChange={(left) => put(withLeft(node, left, on))}
          place={`${place}.left`}
          describedBy={describedBy}
        />
        <div data-place={`${place}.is`}>
          <Choice
            label={`Relation of condition ${number}`}
            value={node.is}
            options={relations.map((value) => ({ value, label: RELATION_LABELS[value] }))}
            isInvalid={isOdd}
            describedBy={describedBy}
            onChange={(is) => put(withRelation(node, is))}
          />
        </div>
        <RightSide
          label={`Right side of condition ${number}`}
          comparison={node}
          known={offers}
          onChange={(right) => put({ ...node, right })}
          place={`${place}.right`}
          describedBy={describedBy}
        />
        <Tools what={`condition ${number}`} path={path} editing={editing} />
      </div>
      {'aggregate' in node.left && (
        <AggregateForm
          label={`Payments on the left of condition ${number}`}
          aggregate={node.left.aggregate}
          on={on}
          place={`${place}.left.aggregate`}
          onChange={(aggregate) => put(withLeft(node, { ...node.left, aggregate }, on))}
        />
      )}
      {node.right && 'aggregate' in node.right && (
        <AggregateForm
          label={`Payments on the right of condition ${number}`}
          aggregate={node.right.aggregate}
          on={on}
          place={`${place}.right.aggregate`}
          onChange={(aggregate) => put({ ...node, right: { ...node.right, aggregate } })}
        />
      )}
      {fault && <FaultText id={id}>{fault}</FaultText>}
    </div>
  )
}
