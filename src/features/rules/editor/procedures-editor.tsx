// The steps an analyst goes through: Enter begins the next one, Alt and an arrow moves one.
import { X } from 'lucide-react'
import { useRef, type KeyboardEvent } from 'react'
import type { RuleOptions } from '#contract/model/rules/rule.ts'
import { FaultText, useFault } from '#src/features/rules/field-faults.tsx'
import { Button } from '#src/ui/button.tsx'
import { TextInput } from '#src/ui/form/field.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'

type Procedure = NonNullable<RuleOptions['procedures']>[number]

interface ProceduresEditorProps {
  value: readonly Procedure[]
  onChange: (value: Procedure[]) => void
}

export function ProceduresEditor({ value, onChange }: ProceduresEditorProps) {
  const frame = useRef<HTMLOListElement>(null)
  const focus = (index: number) =>
    requestAnimationFrame(() => frame.current?.querySelectorAll<HTMLElement>('input')[index]?.focus())
  const add = (behind: number) => {
    onChange(value.toSpliced(behind + 1, 0, { id: freeId(value), text: '' }))
    focus(behind + 1)
  }
  const move = (index: number, to: number) => {
    const step = value[index]
    if (!step || to < 0 || to >= value.length) return
    onChange(value.toSpliced(index, 1).toSpliced(to, 0, step))
    focus(to)
  }
  const handleKeyDown = (event: KeyboardEvent, index: number) => {
    const isMove = event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')
    if (!isMove && (event.key !== 'Enter' || event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (isMove) move(index, index + (event.key === 'ArrowUp' ? -1 : 1))
    else add(index)
  }
  return (
    <div className="grid gap-2" data-place="options.procedures">
      <ol ref={frame} className="grid gap-2 empty:hidden">
        {value.map((step, index) => (
          <Step
            key={step.id}
            number={index + 1}
            text={step.text}
            onChange={(text) => onChange(value.map((one) => (one.id === step.id ? { ...one, text } : one)))}
            onRemove={() => {
              onChange(value.filter((one) => one.id !== step.id))
              focus(Math.max(0, index - 1))
            }}
            onKeyDown={(event) => handleKeyDown(event, index)}
          />
        ))}
      </ol>
      <span>
        <Button variant="quiet" onClick={() => add(value.length - 1)}>
          + Step
        </Button>
      </span>
    </div>
  )
}

/** Ids stay while steps move and change, because it is by them that a step was taken. */
function freeId(steps: readonly Procedure[]): string {
  let number = steps.length + 1
  while (steps.some(({ id }) => id === `step-${number}`)) number += 1
  return `step-${number}`
}

interface StepProps {
  number: number
  text: string
  onChange: (text: string) => void
  onRemove: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function Step({ number, text, onChange, onRemove, onKeyDown }: StepProps) {
  const place = `options.procedures.${number - 1}`
  const fault = useFault(place, true)
  return (
    <li data-place={place} className="grid gap-1">
      <span className="grid grid-cols-[20px_1fr_24px] items-center gap-2">
        <span aria-hidden="true" className="text-end text-muted">
          {number}
        </span>
        <TextInput
          aria-label={`Step ${number}`}
          data-invalid={fault === undefined ? undefined : true}
          value={text}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton icon={X} label={`Remove step ${number}`} onClick={onRemove} />
      </span>
      {fault && <FaultText>{fault}</FaultText>}
    </li>
  )
}
