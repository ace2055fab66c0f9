// The fields of an allowlist, in the order in which one thinks of them: for whom, how long, how much, only where, why.
import { X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { CommandButton } from '#src/commands/command-button.tsx'
import type { CommandId } from '#src/commands/command.ts'
import { faultAt } from '#src/data/faults.ts'
import { CriteriaEditor, emptyGroup, Faults, FilterEditor } from '#src/features/rules/public.ts'
import { Button } from '#src/ui/button.tsx'
import { Choice } from '#src/ui/choice.tsx'
import { Contests } from '#src/ui/contests.tsx'
import { Field, TextArea, TextInput } from '#src/ui/field.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useAllowlists } from './allowlists.ts'
import { contestsWith, dayAfter, isBehind, limitsOf, withCustomer, withLimits, type Draft } from './draft.ts'
import { OwnLimits } from './own-limits.tsx'
import type { Editing } from './use-editing.ts'
import { clientWords, placeWords, valueWords } from './words.ts'

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
  const at = (place: string) => faultAt(faults, place)
  return (
    <Faults faults={faults}>
      <fieldset disabled={isReadOnly} className="grid content-start gap-5">
        <legend className="sr-only">Allow list</legend>
        {isBehind(draft, base) && <Conflict editing={editing} />}
        <Field label="Name" error={at('name')}>
          <TextInput
            value={draft.name}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => change({ name: target.value })}
          />
        </Field>
        <div className="grid grid-cols-2 items-start gap-4">
          <Chosen
            label="Rule"
            value={draft.ruleName}
            empty="Choose a rule…"
            command={isFromAlert || editing.saved ? null : 'allowlist.rule'}
            error={at('ruleId')}
          />
          <Client editing={editing} isFromAlert={isFromAlert} error={at('customerId') ?? at('customerType')} />
        </div>
        <Period editing={editing} />
        {rule && (
          <Block title="Let through" hint="What the rule may see without an alert.">
            <Check
              label="Whatever the rule sees, without a limit"
              checked={draft.ignoreCriteria}
              onChange={(ignoreCriteria) => change({ ignoreCriteria })}
            />
            {draft.ignoreCriteria ? (
              <p className="text-label text-muted">The limits below do not count.</p>
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
          <Block title="Report all the same" hint="What goes beyond this is raised although the rest fits.">
            <Check
              label="There is such a limit"
              checked={draft.reportCriteria !== null}
              onChange={(has) => change({ reportCriteria: has ? limitsOf(draft) : null })}
            />
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
        <Field
          label="Comment"
          hint="Why it is right to leave this alone: whoever reviews it reads this."
          error={at('comment')}
        >
          <TextArea
            rows={3}
            maxLength={4000}
            value={draft.comment}
            onChange={({ target }) => change({ comment: target.value })}
          />
        </Field>
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
  const rows = contestsWith(draft, base).map(({ place, before, theirs, yours, by }) => ({
    key: place,
    label: placeWords(place),
    before: valueWords(before),
    theirs: valueWords(theirs),
    yours: valueWords(yours),
    by,
  }))
  return (
    <Contests
      title={`${saved?.author ?? 'Somebody'} changed it since you began`}
      rows={rows}
      chosen={chosen}
      onChoose={(place, whose) => store.setState((was) => ({ chosen: { ...was.chosen, [place]: whose } }))}
    >
      <CommandButton command="allowlist.insist" variant="primary" />
      <CommandButton command="allowlist.discard">Take theirs, all of it</CommandButton>
    </Contests>
  )
}

interface ChosenProps {
  label: string
  value: string
  empty: string
  /** Null where it is not to be chosen. */
  command: CommandId | null
  error: string | undefined
}

/** What is chosen on a page of the palette. */
function Chosen({ label, value, empty, command, error }: ChosenProps) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="grid gap-1">
      <span id={id} className="text-label font-medium text-muted">
        {label}
      </span>
      <span className="flex min-h-7 items-center gap-2">
        <span className={`min-w-0 truncate ${value ? '' : 'text-muted'}`}>{value || empty}</span>
        {command && <CommandButton command={command} />}
      </span>
      {error && <p className="text-label text-stop">{error}</p>}
    </div>
  )
}

function Client({
  editing,
  isFromAlert,
  error,
}: {
  editing: Editing
  isFromAlert: boolean
  error: string | undefined
}) {
  const { draft, base, change } = editing
  return (
    <div className="grid gap-2">
      <Chosen
        label="Client"
        value={clientWords(draft)}
        empty=""
        command={isFromAlert ? null : 'allowlist.client'}
        error={error}
      />
      {draft.customerId === null && !isFromAlert && (
        <Choice
          label="Type of client"
          value={draft.customerType}
          options={TYPES}
          onChange={(customerType) => change({ customerType })}
        />
      )}
      {isFromAlert && (
        <Check
          label="For every client of its type"
          checked={draft.customerId === null}
          onChange={(isEvery) =>
            change((one) => {
              const { customerId: id, customerName, customerType: type } = base
              return withCustomer(one, isEvery || id === null ? null : { id, name: customerName ?? id, type })
            })
          }
        />
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

function Period({ editing: { draft, change, faults } }: { editing: Editing }) {
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      <Field label="First day (UTC)" error={faultAt(faults, 'startDate')}>
        <TextInput type="date" value={draft.startDate} onChange={({ target }) => change({ startDate: target.value })} />
      </Field>
      <div className="grid gap-1">
        <Field
          label="Last day (UTC)"
          hint={draft.endDate === '' ? 'Without one it holds until somebody ends it.' : undefined}
          error={faultAt(faults, 'endDate')}
        >
          <TextInput type="date" value={draft.endDate} onChange={({ target }) => change({ endDate: target.value })} />
        </Field>
        <span role="group" aria-label="Ends after" className="flex flex-wrap gap-1">
          {ENDS.map(({ label, days }) => (
            <EndButton
              key={label}
              label={label}
              onPress={() => change((one) => ({ ...one, endDate: one.startDate && dayAfter(one.startDate, days) }))}
            />
          ))}
          <EndButton label="No end" onPress={() => change({ endDate: '' })} />
        </span>
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

function Check({ label, checked, onChange }: { label: string; checked: boolean; onChange: (to: boolean) => void }) {
  return (
    <label className="flex items-center gap-2 text-list">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  )
}
