// The form of a rule. What does not go with the rest is not shown, and not sent either (docs/design/specification.md#saving).
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { CUSTOMER_TYPES, DIRECTIONS, RULE_AREAS, type RuleArea } from '#contract/model/values.ts'
import { useData, useIsOnline } from '#src/data/data.ts'
import { ruleQueries } from '#src/features/rules/queries.ts'
import { useRules } from '#src/features/rules/rules.ts'
import { AREA_LABELS, TRIGGER_LABELS } from '#src/features/rules/rule-labels.ts'
import { humanise } from '#src/format/label.ts'
import { Choice } from '#src/ui/form/choice.tsx'
import { TextArea, TextInput } from '#src/ui/form/field.tsx'
import { Suggest } from '#src/ui/form/suggest.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { CriteriaEditor } from './criteria-editor.tsx'
import { typesOf, withArea, withOption, withTrigger } from './draft.ts'
import { FilterEditor } from './filter-editor.tsx'
import { emptyGroup, filterable } from './filter-groups.ts'
import { ActionPart } from './form-action.tsx'
import { Columns, Part, PlaceField } from './form-parts.tsx'
import { TriggerPart } from './form-trigger.tsx'
import { matching, useServiceOptions } from './options.ts'
import type { PartProps } from './part-props.ts'
import { ProceduresEditor } from './procedures-editor.tsx'
import { CommandButton } from '#src/commands/parts/command-button.tsx'

const [ConditionsPart] = lazyPart(() => import('./conditions/conditions-part.tsx').then((m) => m.ConditionsPart))

interface RuleFormProps extends PartProps {
  isNew: boolean
}

const NONE: readonly never[] = []
const ANY = { value: '', label: 'Any' }
const AREAS = RULE_AREAS.map((value) => ({ value, label: AREA_LABELS[value] ?? value }))
const TRIGGERS = Object.entries(TRIGGER_LABELS).map(([value, label]) => ({ value, label }))
const SIDES = [{ value: '', label: 'Both' }, ...DIRECTIONS.map((value) => ({ value, label: humanise(value) }))]
const ACCOUNTS = [ANY, ...CUSTOMER_TYPES.map((value) => ({ value, label: humanise(value) }))]

export function RuleForm({ body, onChange, isNew }: RuleFormProps) {
  const { api } = useData()
  const types = useQuery(ruleQueries.types(api, typesOf(body))).data ?? NONE
  const fields = useQuery(ruleQueries.customerFields(api)).data ?? NONE
  const parts = { body, onChange }
  return (
    <div className="grid max-w-[720px] content-start gap-6 p-4 pb-16">
      <OptionsError body={body} />
      <AboutPart {...parts} isNew={isNew} />
      <WhenPart {...parts} />
      <Part section="criteria">
        <p className="-mt-2 text-label text-muted">All criteria must match.</p>
        <CriteriaEditor
          value={body.criteria}
          onChange={(criteria) => onChange({ ...body, criteria })}
          types={types}
          place="criteria"
        />
      </Part>
      <Suspense fallback={null}>
        <ConditionsPart {...parts} types={types} />
      </Suspense>
      <Part section="customers">
        <p className="-mt-2 text-label text-muted">Only customers who match. Empty: all customers.</p>
        <FilterEditor
          label="Customer filter"
          value={body.options.customer_filters?.where ?? emptyGroup()}
          onChange={(where) => onChange(withOption(body, 'customer_filters', { where }))}
          fields={fields}
          place="options.customer_filters.where"
        />
      </Part>
      <ActionPart {...parts} />
      <Part section="procedures">
        <p className="-mt-2 text-label text-muted">Steps required before an alert of this rule is closed.</p>
        <ProceduresEditor
          value={body.options.procedures ?? []}
          onChange={(procedures) => onChange(withOption(body, 'procedures', procedures))}
        />
      </Part>
      <TriggerPart {...parts} />
    </div>
  )
}

function AboutPart({ body, onChange, isNew }: RuleFormProps) {
  const name = useRef<HTMLInputElement>(null)
  const rules = useRules()
  useEffect(() => {
    if (isNew) name.current?.focus()
  }, [isNew])
  return (
    <Part section="about">
      <PlaceField place="name" label="Name">
        <TextInput
          ref={name}
          value={body.name}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => onChange({ ...body, name: target.value })}
        />
      </PlaceField>
      <PlaceField place="description" label="Description">
        <TextArea
          rows={2}
          value={body.description}
          onChange={({ target }) => onChange({ ...body, description: target.value })}
        />
      </PlaceField>
      {isNew && (
        <Columns>
          <PlaceField place="type" label="Applies to" hint="Cannot be changed once the rule is saved">
            <Choice<RuleArea> value={body.type} options={AREAS} onChange={(type) => onChange(withArea(body, type))} />
          </PlaceField>
          {rules.hasTrials() && (
            <PlaceField place="stage" label="Start as" hint="In shadow mode it counts its hits and raises no alert">
              <Choice
                value={body.stage === 'shadow' ? 'shadow' : 'live'}
                options={[
                  { value: 'live', label: 'In force' },
                  { value: 'shadow', label: 'Shadow mode' },
                ]}
                onChange={(stage) => onChange({ ...body, stage })}
              />
            </PlaceField>
          )}
        </Columns>
      )}
    </Part>
  )
}

function WhenPart({ body, onChange }: PartProps) {
  const { api } = useData()
  const services = useServiceOptions()
  const fields = useQuery(ruleQueries.transactionFields(api)).data ?? NONE
  const types = useQuery(ruleQueries.types(api, typesOf(body))).data ?? NONE
  const { type, options } = body
  const isOfTransactions =
    type === 'schedule' || (type === 'transaction' && options.trigger_event !== 'customer_update')
  // a server of the plain catalogue takes no filter of transactions
  const isFiltered = isOfTransactions && types.some((one) => one.options.includes('transaction_filters'))
  return (
    <Part section="when">
      <Columns>
        {type === 'schedule' ? (
          <PlaceField
            place="options.schedule"
            label="Schedule"
            hint="Five fields of cron, UTC: minute, hour, day, month, weekday"
          >
            <TextInput
              value={options.schedule ?? ''}
              autoComplete="off"
              spellCheck={false}
              // the field stays with any value: a schedule without hours is refused there
              onChange={({ target }) => onChange({ ...body, options: { ...options, schedule: target.value } })}
            />
          </PlaceField>
        ) : type === 'account' ? null : ( // a change of the customer alone asks these
          <PlaceField place="options.trigger_event" label="Trigger">
            <Choice
              value={options.trigger_event ?? ''}
              options={options.trigger_event ? TRIGGERS : [{ value: '', label: 'Server default' }, ...TRIGGERS]}
              onChange={(next) => onChange(withTrigger(body, next as 'transaction'))}
            />
          </PlaceField>
        )}
        <PlaceField place="options.account_type" label="Account type">
          <Choice
            value={options.account_type ?? ''}
            options={ACCOUNTS}
            onChange={(next) => onChange(withOption(body, 'account_type', next as 'personal' | ''))}
          />
        </PlaceField>
        {isOfTransactions && (
          <PlaceField place="options.transaction_direction" label="Direction">
            <Choice
              value={options.transaction_direction ?? ''}
              options={SIDES}
              onChange={(next) => onChange(withOption(body, 'transaction_direction', next as 'incoming' | ''))}
            />
          </PlaceField>
        )}
        <PlaceField place="options.random_percent" label="Sampling rate, %" hint="Empty: every transaction">
          <TextInput
            type="number"
            min={0}
            max={100}
            step="any"
            value={options.random_percent ?? ''}
            onChange={({ target }) =>
              onChange(withOption(body, 'random_percent', target.value === '' ? undefined : Number(target.value)))
            }
          />
        </PlaceField>
      </Columns>
      {isOfTransactions && (
        <PlaceField place="options.transaction_services" label="Services" hint="Empty: all services" isDeep>
          <Suggest
            values={options.transaction_services ?? []}
            onChange={(next) => onChange(withOption(body, 'transaction_services', next))}
            isStrict
            offer={(term) => matching(services, term)}
            labelOf={(id) => services.find(({ value }) => value === id)?.label ?? id}
            placeholder="Type a service"
          />
        </PlaceField>
      )}
      {isFiltered && (
        <div className="grid gap-2">
          <p className="text-label text-muted">
            Only transactions that match, those counted in a period too. Empty: all transactions.
          </p>
          <FilterEditor
            label="Transaction filter"
            value={options.transaction_filters?.where ?? emptyGroup()}
            onChange={(where) => onChange(withOption(body, 'transaction_filters', { where }))}
            fields={filterable(fields)}
            place="options.transaction_filters.where"
          />
        </div>
      )}
    </Part>
  )
}

/** Shows that the form's options could not be read, with a retry: no draft can be validated or saved without them. */
function OptionsError({ body }: Pick<PartProps, 'body'>) {
  const { api } = useData()
  const isOnline = useIsOnline()
  const types = useQuery(ruleQueries.types(api, typesOf(body)))
  const comparisons = useQuery(ruleQueries.comparisons(api))
  const ofCustomers = useQuery(ruleQueries.customerFields(api))
  const ofTransactions = useQuery(ruleQueries.transactionFields(api))
  const unread = [types, comparisons, ofCustomers, ofTransactions].find(({ data, error }) => !data && error)
  if (!unread) return null
  return (
    <div role="alert" className="flex items-center gap-3 text-list text-stop">
      <p>The choices {isOnline ? `could not be read: ${unread.error?.message}` : 'needs the network'}</p>
      <CommandButton command="rule.refresh">Try again</CommandButton>
    </div>
  )
}
