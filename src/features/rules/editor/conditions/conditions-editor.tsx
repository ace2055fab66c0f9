// Conditions by keyboard: groups in groups, a line a comparison. Every control is a tab stop, Enter in a value begins the
// next comparison, and what is wrong is marked where it is.
import {
  isGroup,
  isType,
  membersOf,
  type ConditionGroup,
  type ConditionNode,
  type TypeCondition,
} from '#contract/model/rules/conditions/conditions.ts'
import { Criterion } from '#src/features/rules/editor/criteria-editor.tsx'
import { focusPlace } from '#src/features/rules/editor/focus.ts'
import { FaultText, useFault } from '#src/features/rules/field-faults.tsx'
import { Button } from '#src/ui/button.tsx'
import { Choice } from '#src/ui/form/choice.tsx'
import { ComparisonRow } from './comparison-row.tsx'
import { CONDITIONS, under } from './condition-places.ts'
import { numberOf, Tools, type Editing, type NodeProps } from './node-tools.tsx'
import {
  added,
  newComparison,
  placeOf,
  quantified,
  QUANTIFIER_LABELS,
  quantifierOf,
  QUANTIFIERS,
  removed,
  replaced,
  withGroup,
  type Path,
  type Tree,
} from './tree.ts'

export interface ConditionsEditorProps extends Omit<Editing, 'put' | 'act'> {
  value: Tree
  onChange: (value: Tree) => void
  /** The path of what has the focus, which commands act on. */
  onFocus: (path: Path) => void
}

const QUANTIFIER_OPTIONS = QUANTIFIERS.map((value) => ({ value, label: QUANTIFIER_LABELS[value] }))
export function ConditionsEditor({ value, onChange, onFocus, ...known }: ConditionsEditorProps) {
  const editing: Editing = {
    ...known,
    put: (path, node) => onChange(replaced(value, path, () => node)),
    act(by) {
      const { root, path } = by(value)
      onChange(root)
      onFocus(path)
      focusPlace(under(placeOf(root, path)))
    },
  }
  const follow = ({ target }: { target: EventTarget }) => {
    const path = target instanceof Element ? target.closest<HTMLElement>('[data-path]')?.dataset['path'] : undefined
    if (path !== undefined) onFocus(path === '' ? [] : path.split('.').map(Number))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- commands act on what has the focus in it
    <div data-place={CONDITIONS} onFocus={follow} onPointerDown={follow}>
      {value ? (
        <Node node={value} path={[]} place={CONDITIONS} editing={editing} />
      ) : (
        <div data-path="">
          <Adders path={[]} editing={editing} />
        </div>
      )}
    </div>
  )
}

function Node({ node, ...at }: NodeProps<ConditionNode>) {
  if (isGroup(node)) return <Group node={node} {...at} />
  const isRoot = at.path.length === 0
  return (
    <div className="grid gap-2">
      {isType(node) ? <Type node={node} {...at} /> : <ComparisonRow node={node} {...at} />}
      {isRoot && <Adders path={at.path} editing={at.editing} />}
    </div>
  )
}

function Group({ node, path, place, editing }: NodeProps<ConditionGroup>) {
  const name = 'all' in node ? 'all' : 'any'
  const faults = [useFault(place), useFault(`${place}.${name}`), useFault(`${place}.not`)].filter(Boolean)
  const number = numberOf(path)
  const isRoot = path.length === 0
  return (
    <div
      data-path={path.join('.')}
      data-place={place}
      role="group"
      aria-label={isRoot ? 'Conditions' : `Group ${number}`}
      className={`grid gap-2 ${isRoot ? '' : 'rounded-md border border-s-2 border-line p-2'}`}
    >
      <div className="flex items-center gap-2">
        <div className="w-32">
          <Choice
            label={isRoot ? 'Conditions are joined by' : `Group ${number} is joined by`}
            value={quantifierOf(node)}
            options={QUANTIFIER_OPTIONS}
            onChange={(next) => editing.act((root) => ({ root: quantified(root, path, next), path }))}
          />
        </div>
        <span className="grow" />
        <Tools what={isRoot ? 'the conditions' : `group ${number}`} path={path} editing={editing} />
      </div>
      {membersOf(node).map((one, index) => {
        const at = `${place}.${name}.${index}`
        return <Node key={at} node={one} path={[...path, index]} place={at} editing={editing} />
      })}
      {faults.length > 0 && <FaultText>{faults.join('; ')}</FaultText>}
      <Adders path={path} editing={editing} />
    </div>
  )
}

function Adders({ path, editing }: { path: Path; editing: Editing }) {
  const { act, addType } = editing
  return (
    <div className="flex gap-1">
      <Button variant="quiet" onClick={() => act((root) => added(root, path, newComparison()))}>
        + Condition
      </Button>
      <Button variant="quiet" onClick={() => act((root) => withGroup(root, path))}>
        + Group
      </Button>
      {addType}
    </div>
  )
}

function Type({ node, path, place, editing }: NodeProps<TypeCondition>) {
  const fault = useFault(`${place}.type`)
  return (
    <div data-path={path.join('.')} data-place={place} className="grid gap-1">
      <Criterion
        type={node.type}
        info={editing.types.find(({ type }) => type === node.type)}
        parameters={node.criterion as Parameters<typeof Criterion>[0]['parameters']}
        place={`${place}.criterion`}
        onChange={(criterion) => editing.put(path, { ...node, criterion })}
        onRemove={() => editing.act((root) => removed(root, path))}
      />
      {fault && <FaultText>{fault}</FaultText>}
      <Tools what={`rule type ${numberOf(path)}`} path={path} editing={editing} />
    </div>
  )
}
