// The fields of an allowlist, in the order in which one thinks of them: for whom, how long, how much, only where, why.
import { X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { CommandId } from '#src/commands/command.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useAllowlists } from '#src/features/allowlists/allowlists.ts'
import { clientText, placeLabel, valueText } from '#src/features/allowlists/labels.ts'
import {
  CriteriaEditor,
  emptyGroup,
  Faults,
  FaultText,
  FilterEditor,
  PlaceField,
  useFault,
} from '#src/features/rules/public.ts'
import { Button } from '#src/ui/button.tsx'
import { Check } from '#src/ui/form/check.tsx'
import { Choice } from '#src/ui/form/choice.tsx'
import { DateInput } from '#src/ui/form/date-field.tsx'
import { TextArea, TextInput } from '#src/ui/form/field.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { MergeConflict } from '#src/ui/merge-conflict.tsx'
import { conflictsWith, dayAfter, isBehind, limitsOf, withCustomer, withLimits, type Draft } from './draft.ts'
import { OwnLimits } from './own-limits.tsx'
import type { Editing } from './use-editing.ts'

const TYPES = [
  { value: 'business', label: 'Businesses' },
  { value: 'personal', label: 'Persons' },
] as const

interface AllowlistFormProps {
  editing: Editing
  /** Over an alert its rule and its client are given. */
  isFromAlert?: boolean
}

export function AllowlistForm({ editing, isFromAlert = false }: AllowlistFormProps) {
  const { draft, base, change, faults, isReadOnly, rule, types } = editing
  return (
    <Faults faults={faults}>
      <fieldset disabled={isReadOnly} className="grid content-start gap-5">
        <legend className="sr-only">Allow list</legend>
        {editing.whyReadOnly && <p className="rounded-md bg-tint px-3 py-2 text-list">{editing.whyReadOnly}</p>}
        {isBehind(draft, base) && <Conflict editing={editing} />}
        <PlaceField place="name" label="Name">
          <TextInput
            value={draft.name}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => change({ name: target.value })}
          />
        </PlaceField>
        <div className="grid grid-cols-2 items-start gap-4">
          <Chosen
            label="Rule"
            value={draft.ruleName}
            empty="No rule chosen"
            command={isFromAlert || editing.saved ? null : 'allowlist.rule'}
            place="ruleId"
          />
          <Client editing={editing} isFromAlert={isFromAlert} />
        </div>
        <Period editing={editing} />
        {rule && (
          <Block title="Allow" hint="Values that the rule suppresses.">
            <Check isChecked={draft.ignoreCriteria} onChange={(ignoreCriteria) => change({ ignoreCriteria })}>
              All values, without a limit
            </Check>
            {draft.ignoreCriteria ? (
              <p className="text-label text-muted">The limits below are ignored.</p>
            ) : (
              <OwnLimits rule={rule} />
            )}
            <CriteriaEditor
              value={limitsOf(draft)}
              onChange={(limits) => change((one) => withLimits(one, limits))}
              types={types}
              place="ruleCriteria"
            />
          </Block>
        )}
        {rule && (
          <Block title="Alert anyway above" hint="What exceeds this raises an alert, whatever is allowed above.">
            <Check
              isChecked={draft.reportCriteria !== null}
              onChange={(has) => change({ reportCriteria: has ? limitsOf(draft) : null })}
            >
              Set an upper limit
            </Check>
            {draft.reportCriteria && (
              <CriteriaEditor
                value={draft.reportCriteria}
                onChange={(reportCriteria) => change({ reportCriteria })}
                types={types}
                place="reportCriteria"
              />
            )}
          </Block>
        )}
        {rule && <Filters editing={editing} />}
        <PlaceField
          place="comment"
          label="Reason"
          hint="Required. Why these alerts may be suppressed, for the reviewer of the list."
        >
          <TextArea
            rows={3}
            maxLength={4000}
            value={draft.comment}
            onChange={({ target }) => change({ comment: target.value })}
          />
        </PlaceField>
      </fieldset>
      {!isFromAlert && editing.isChanged && !isReadOnly && (
        <div className="mt-4">
          <CommandButton command="allowlist.discard" variant="quiet" />
        </div>
      )}
    </Faults>
  )
}

/** Two people changed it: what each did, side by side. */
function Conflict({ editing: { draft, base, saved } }: { editing: Editing }) {
  const { store } = useAllowlists()
  const chosen = useStore(store, (state) => state.chosen)
  const rows = conflictsWith(draft, base).map(({ place, before, theirs, yours, by }) => ({
    key: place,
    label: placeLabel(place),
    before: valueText(before),
    theirs: valueText(theirs),
    yours: valueText(yours),
    by,
  }))
  return (
    <MergeConflict
      title={`${saved?.author ?? 'Somebody'} changed it since you began`}
      rows={rows}
      chosen={chosen}
      onChoose={(place, whose) => store.setState((was) => ({ chosen: { ...was.chosen, [place]: whose } }))}
    >
      <CommandButton command="allowlist.insist" variant="primary" />
      <CommandButton command="allowlist.discard">Take theirs, all of it</CommandButton>
    </MergeConflict>
  )
}

interface ChosenProps {
  label: string
  value: string
  empty: string
  /** Null where it is not to be chosen. */
  command: CommandId | null
  place: string
}

/** A value chosen in the palette. */
function Chosen({ label, value, empty, command, place }: ChosenProps) {
  const id = useId()
  const fault = useFault(place)
  return (
    <div role="group" aria-labelledby={id} data-place={place} className="grid gap-1">
      <span id={id} className="text-label font-medium text-muted">
        {label}
      </span>
      <span className="flex min-h-7 items-center gap-2">
        <span className={`min-w-0 truncate ${value ? '' : 'text-muted'}`}>{value || empty}</span>
        {command && <CommandButton command={command} />}
      </span>
      {fault && <FaultText>{fault}</FaultText>}
    </div>
  )
}

function Client({ editing, isFromAlert }: { editing: Editing; isFromAlert: boolean }) {
  const { draft, base, change } = editing
  return (
    <div className="grid gap-2">
      <Chosen
        label="Client"
        value={clientText(draft)}
        empty="No client chosen"
        command={isFromAlert ? null : 'allowlist.client'}
        place="customerId"
      />
      {draft.isForAll && !isFromAlert && (
        <PlaceField place="customerType" label="Type of client">
          <Choice value={draft.customerType} options={TYPES} onChange={(customerType) => change({ customerType })} />
        </PlaceField>
      )}
      {isFromAlert && (
        <Check
          isChecked={draft.isForAll}
          onChange={(isEvery) =>
            change((one) => {
              const { customerId: id, customerName, customerType: type } = base
              return withCustomer(one, isEvery || id === null ? null : { id, name: customerName ?? id, type })
            })
          }
        >
          For every client of its type
        </Check>
      )}
    </div>
  )
}

const ENDS = [
  { label: '30 d', days: 30 },
  { label: '90 d', days: 90 },
  { label: '180 d', days: 180 },
  { label: '1 y', days: 365 },
] as const

function Period({ editing: { draft, change } }: { editing: Editing }) {
  const endAfter = (days: number) =>
    change((one) => ({ ...one, hasNoEnd: false, endDate: one.startDate && dayAfter(one.startDate, days) }))
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      <PlaceField place="startDate" label="First day (UTC)">
        <DateInput towards="future" value={draft.startDate} onChange={(startDate) => change({ startDate })} />
      </PlaceField>
      <div className="grid gap-1">
        <PlaceField place="endDate" label="Last day (UTC)">
          <DateInput
            towards="future"
            disabled={draft.hasNoEnd}
            value={draft.hasNoEnd ? '' : draft.endDate}
            onChange={(endDate) => change({ endDate })}
          />
        </PlaceField>
        <span role="group" aria-label="Ends after" className="flex flex-wrap gap-1">
          {ENDS.map(({ label, days }) => (
            <EndButton key={label} label={label} onPress={() => endAfter(days)} />
          ))}
        </span>
        <Check isChecked={draft.hasNoEnd} onChange={(hasNoEnd) => change({ hasNoEnd })}>
          No end date: in force until it is ended
        </Check>
      </div>
    </div>
  )
}

function EndButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      className="h-6 rounded-md border border-line px-1.5 text-label text-muted hover:bg-hover"
      onClick={onPress}
    >
      {label}
    </button>
  )
}

function Filters({ editing: { draft, change, fields } }: { editing: Editing }) {
  const groups = draft.filterGroups
  const put = (next: Draft['filterGroups']) => change({ filterGroups: next })
  return (
    <Block title="Only where" hint="Every filter has to fit what happened.">
      {groups.map((group, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- filters have no name of their own, and none moves
        <div key={index} className="flex items-start gap-2 rounded-md border border-line p-3">
          <div className="min-w-0 grow">
            <FilterEditor
              label={`Filter ${index + 1}`}
              value={group}
              onChange={(next) => put(groups.with(index, next))}
              fields={fields}
              place={`filterGroups.${index}`}
            />
          </div>
          <IconButton icon={X} label={`Remove filter ${index + 1}`} onClick={() => put(groups.toSpliced(index, 1))} />
        </div>
      ))}
      <span>
        <Button variant="quiet" onClick={() => put([...groups, emptyGroup()])}>
          + Filter
        </Button>
      </span>
    </Block>
  )
}

function Block({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="text-label font-medium text-muted">
        {title} <span className="font-normal">· {hint}</span>
      </h3>
      {children}
    </section>
  )
}
