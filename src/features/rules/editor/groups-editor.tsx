// Several filter groups, any of which may be added and taken away.
import type { FilterGroup } from '#contract/model/rules/filter.ts'
import { Button } from '#src/ui/button.tsx'
import { FilterEditor, type FilterEditorProps } from './filter-editor.tsx'
import { focusPlace } from './focus.ts'
import { emptyGroup } from './filter-groups.ts'

interface GroupsEditorProps extends Omit<FilterEditorProps, 'value' | 'onChange'> {
  value: readonly FilterGroup[]
  onChange: (value: FilterGroup[]) => void
}

export function GroupsEditor({ label, value, onChange, fields, place }: GroupsEditorProps) {
  return (
    <div role="group" aria-label={label} className="grid gap-2">
      {value.map((group, index) => {
        const at = `${place}.${index}`
        return (
          <div key={at} data-place={at} className="grid gap-2 rounded-md border border-line p-3">
            <FilterEditor
              label={`${label} ${index + 1}`}
              value={group}
              onChange={(next) => onChange(value.map((one, other) => (other === index ? next : one)))}
              fields={fields}
              place={at}
            />
            <span>
              <Button variant="quiet" onClick={() => onChange(value.filter((_, other) => other !== index))}>
                Remove {label.toLowerCase()} {index + 1}
              </Button>
            </span>
          </div>
        )
      })}
      <span>
        <Button
          variant="quiet"
          onClick={() => {
            onChange([...value, emptyGroup()])
            focusPlace(`${place}.${value.length}`)
          }}
        >
          + {label}
        </Button>
      </span>
    </div>
  )
}
