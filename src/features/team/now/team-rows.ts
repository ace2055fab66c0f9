/** The rows of the page Now: unassigned work, then everybody with their work. Pure, except for the cursor. */
import type { MemberLoad, TeamLoad } from '#contract/model/team.ts'
import { createListState, type ListState } from '#src/commands/list/list-state.ts'

export interface TeamRow extends Omit<MemberLoad, 'person'> {
  /** Null: unassigned. */
  personId: string | null
  name: string
}

export const rowsOf = ({ unassigned, members }: TeamLoad): readonly TeamRow[] => [
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
  },
  ...members.map(({ person, ...load }) => ({ ...load, personId: person.id, name: person.name })),
]

export const keyOf = ({ personId }: TeamRow): string => personId ?? 'unassigned'

/** The cursor outlives the screen. */
export const teamList: ListState = createListState()

/** The distributed work: these cases, all of a person, or, with neither, unassigned ones. */
export interface SpreadOf {
  platform: string
  label: string
  caseIds?: readonly string[]
  person?: string
}
