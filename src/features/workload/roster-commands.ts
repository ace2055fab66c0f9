/** The roster: who is dealt the work of which queue, and what somebody is excluded from. */
import { customers } from '#contract/calls/customers.ts'
import { team } from '#contract/calls/team.ts'
import {
  EXCLUSION_SCOPES,
  WORK_QUEUES,
  type ExclusionScope,
  type WorkQueue,
  RULE_TYPES,
} from '#contract/model/values.ts'
import { pathTerm } from '#contract/model/customer.ts'
import { WORK_QUEUE_LABELS } from '#contract/model/team/exclusion.ts'
import { defineArg, defineCommand, type Command, type Ctx, type Option } from '#src/commands/command.ts'
import { reasonArg } from '#src/commands/text-arg.ts'
import { managersKey } from '#src/data/managers.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { humanise } from '#src/format/label.ts'
import { onRow, type WorkloadActs } from './workload-acts.ts'
import { exclusionText } from './exclusion-text.ts'

const SCOPE_LABELS: Readonly<Record<ExclusionScope, string>> = {
  customer: 'A client',
  ruleType: 'A type of rule',
  queue: 'A queue',
}

/** Null leaves the queues to the role. */
const ROSTERS: readonly Option<readonly WorkQueue[] | null>[] = [
  { id: 'all', value: WORK_QUEUES, title: 'Cases and account alerts' },
  ...WORK_QUEUES.map((queue) => ({ id: queue, value: [queue], title: `${WORK_QUEUE_LABELS[queue]} only` })),
  { id: 'none', value: [], title: 'No queue' },
  { id: 'role', value: null, title: 'By role: analysts all queues, administrators none' },
]

export function rosterCommands({ api, queries, rowOf, send }: WorkloadActs): Command[] {
  const options = () => ({ platform: currentPlatform() })
  /** The pickers of assignees offer who is on the roster. */
  const write = async (sending: Promise<unknown>) => {
    await send(sending)
    await queries.invalidateQueries({ queryKey: managersKey(currentPlatform()) })
  }
  const noPerson = (c: Ctx) => (rowOf(c)?.personId == null ? 'No person is selected' : null)
  const clients = async (query: string): Promise<Option<string>[]> => {
    const params = { platform: currentPlatform(), term: pathTerm(query.trim()) }
    const { items } = await api.send(customers.search, { params }, { ...options(), quiet: true })
    return items.map(({ id, name, detail }) => ({ id, value: id, title: name, detail: detail || id }))
  }
  const values = (scope: unknown, query: string): readonly Option<string>[] | Promise<Option<string>[]> => {
    if (scope === 'customer') return clients(query)
    if (scope === 'queue') return WORK_QUEUES.map((value) => ({ id: value, value, title: WORK_QUEUE_LABELS[value] }))
    return RULE_TYPES.map((value) => ({ id: value, value, title: humanise(value) }))
  }
  return [
    defineCommand({
      id: 'team.roster',
      title: (c) => `Choose the queues that ${rowOf(c)?.name ?? 'somebody'} works…`,
      shortTitle: 'Roster…',
      group: 'Assign',
      keywords: 'roster, queue, eligible, casework, who works',
      when: onRow,
      keys: ['q'],
      calls: [team.setRoster],
      disabledReason: noPerson,
      args: [
        defineArg<'queues', readonly WorkQueue[] | null>({
          name: 'queues',
          type: 'choice',
          prompt: (c) => `${rowOf(c)?.name ?? 'Somebody'} is dealt`,
          source: () => ROSTERS,
        }),
      ],
      run: (c, { queues }) => {
        const row = rowOf(c)
        if (row?.personId == null) return
        const was = row.isOnRoster ? row.worksOn : null
        const body = { person: row.personId, queues: queues && [...queues], was }
        void write(api.send(team.setRoster, { body }, options()))
      },
    }),
    defineCommand({
      id: 'team.exclude',
      title: (c) => `Exclude ${rowOf(c)?.name ?? 'somebody'} from a client, a type of rule or a queue…`,
      shortTitle: 'Exclude from…',
      group: 'Assign',
      keywords: 'conflict of interest, not for, relative, client, ban',
      when: onRow,
      keys: ['e'],
      calls: [team.addExclusion],
      disabledReason: noPerson,
      args: [
        defineArg<'scope', ExclusionScope>({
          name: 'scope',
          type: 'choice',
          prompt: (c) => `Exclude ${rowOf(c)?.name ?? 'somebody'} from`,
          source: () => EXCLUSION_SCOPES.map((value) => ({ id: value, value, title: SCOPE_LABELS[value] })),
        }),
        defineArg<'value', string>({
          name: 'value',
          type: 'choice',
          prompt: () => 'Which',
          source: (_, query, { scope }) => values(scope, query),
        }),
        reasonArg('Exclude, because'),
      ],
      run: (c, { scope, value, reason }) => {
        const person = rowOf(c)?.personId
        if (person == null) return
        void write(api.send(team.addExclusion, { body: { person, scope, value, reason } }, options()))
      },
    }),
    defineCommand({
      id: 'team.endExclusion',
      title: (c) => `End an exclusion of ${rowOf(c)?.name ?? 'somebody'}…`,
      shortTitle: 'End exclusion…',
      group: 'Assign',
      keywords: 'exclusion, allow again, delete',
      when: onRow,
      keys: ['shift+e'],
      calls: [team.endExclusion],
      disabledReason: (c) => (rowOf(c)?.exclusions.length ? null : 'No exclusion is entered'),
      args: [
        defineArg<'exclusion', string>({
          name: 'exclusion',
          type: 'choice',
          prompt: () => 'End the exclusion from',
          source: (c) =>
            (rowOf(c)?.exclusions ?? []).map((one) => ({ id: one.id, value: one.id, title: exclusionText(one) })),
        }),
      ],
      run: (_, { exclusion: exclusionId }) =>
        void write(api.send(team.endExclusion, { params: { exclusionId } }, options())),
    }),
  ]
}
