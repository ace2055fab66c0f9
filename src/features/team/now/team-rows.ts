/** The rows of the page Now: what nobody has, then everybody with what they have. Pure but for the cursor. */
import type { MemberLoad, TeamLoad } from '#contract/model/team.ts'
import { createListState, type ListState } from '#src/commands/list/list-state.ts'

export interface TeamRow extends Omit<MemberLoad, 'person'> {
  /** Null: nobody. */
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

/** What is spread: these cases, all of a person, or, with neither, what nobody has. */
export interface SpreadOf {
  platform: string
  label: string
  caseIds?: readonly string[]
  person?: string
}
