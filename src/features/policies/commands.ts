/** The commands on policies. Each change asks for a reason. */
import { defineArg, defineCommand, type Command } from '#src/commands/command.ts'
import { inView } from '#src/commands/dispatcher/when.ts'
import { reasonArg } from '#src/commands/text-arg.ts'
import type { Data } from '#src/data/data.ts'
import { refreshCommand } from '#src/features/lists/public.ts'
import { policies } from '#contract/calls/policies.ts'
import { fitsField, policyValueText, type Policy, type PolicyValue } from '#contract/model/policy.ts'
import { administrationActs, here, onRowOf, rowAtCursor } from '#src/features/administration/public.ts'

const rowOf = rowAtCursor<Policy>

export function commands({ api, queries }: Pick<Data, 'api' | 'queries'>): Command[] {
  const { again, send } = administrationActs({ queries })
  return [
    refreshCommand({ id: 'policy.refresh', noun: 'policies', when: inView('policies'), run: () => void again() }),
    defineCommand({
      id: 'policy.set',
      title: (c) => `Change “${rowOf(c)?.title ?? 'the policy'}”…`,
      shortTitle: 'Change…',
      group: 'App',
      keywords:
        'edit, limit, setting, change policy, configure, modify, adjust, update, threshold, toggle, turn on, turn off',
      when: onRowOf('policies'),
      keys: ['enter', 'e'],
      calls: [policies.set],
      disabledReason: (c) => {
        const row = rowOf(c)
        return row && row.where !== null ? `It is changed in ${row.where}` : null
      },
      args: [
        defineArg<'value', PolicyValue>({
          name: 'value',
          type: 'choice',
          prompt: (c) => rowOf(c)?.title ?? 'Value',
          typed: () => 'a value',
          source: (c) => optionsOf(rowOf(c)),
          create: (c, query) => typedValue(rowOf(c), query.trim()),
        }),
        reasonArg('Change it, because'),
      ],
      run: (c, { value, reason: why }) => {
        const row = rowOf(c)
        if (!row) return
        const body = { value, version: row.version, reason: why }
        void send(api.send(policies.set, { params: { policy: row.id }, body }, here()))
      },
    }),
  ]
}

function optionsOf(row: Policy | undefined) {
  const field = row?.field
  if (!field || field.kind === 'number') return []
  const values: PolicyValue[] = field.kind === 'switch' ? [true, false] : field.options.map(({ value }) => value)
  return values.map((value) => ({ id: String(value), value, title: policyValueText(field, value) }))
}

/** A number that the policy takes. */
function typedValue(row: Policy | undefined, typed: string) {
  const field = row?.field
  if (field?.kind !== 'number' || !/^\d+(\.\d+)?$/.test(typed)) return null
  const value = Number(typed)
  if (!fitsField(field, value)) return null
  return { id: typed, value, title: policyValueText(field, value) }
}
