/** The rows of the page Now: unassigned work, then everybody with their work. Pure, except for the cursor. */
import type { MemberLoad, QueueLoad, TeamLoad } from '#contract/model/team/team.ts'
import { createListState, type ListState } from '#src/commands/list/list-state.ts'

export interface WorkloadRow extends Omit<MemberLoad, 'person'> {
  /** Null: unassigned. */
  personId: string | null
  name: string
}

export const rowsOf = ({ unassigned, members }: TeamLoad): readonly WorkloadRow[] => [
  {
    ...unassigned,
    personId: null,
    name: 'Unassigned',
    roles: [],
    decidedToday: 0,
    lastDecision: null,
    absence: null,
    isAbsent: false,
    skills: [],
    worksOn: [],
    isOnRoster: false,
    exclusions: [],
    isHere: true,
  },
  ...members.map(({ person, ...load }) => ({ ...load, personId: person.id, name: person.name })),
]

export const keyOf = ({ personId }: WorkloadRow): string => personId ?? 'unassigned'

/** The cursor outlives the screen. */
export const workloadList: ListState = createListState()

/** The sum over all queues. */
export const totalOf = ({ queues }: Pick<WorkloadRow, 'queues'>, of: keyof QueueLoad): number =>
  Object.values(queues).reduce((total, load) => total + load[of], 0)

/**
 * The number of items that can be assigned to others: forms stay with their authors, hits follow their alert, tickets
 * stay with their writer.
 */
export const assignedOf = (row: Pick<WorkloadRow, 'queues'> | undefined): number =>
  row ? row.queues.case.open + row.queues.accountAlert.open : 0

/** The distributed work: these cases, everything dealt to a person, or, with neither, what nobody has. */
export interface SpreadOf {
  platform: string
  label: string
  caseIds?: readonly string[]
  person?: string
}
