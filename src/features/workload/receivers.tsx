// The table of a distribution: the number per receiver, its origin, and the skill.
import type { SpreadWay } from '#contract/model/team/spread.ts'
import type { PlannedReceiver } from '#contract/model/team/team.ts'
import { Table } from '#src/ui/list/table.tsx'

const sourcesOf = ({ from }: PlannedReceiver) =>
  from.map(({ person, count }) => `${person?.name ?? 'unassigned'}: ${count}`).join(', ') || '–'

function skillOf({ bySkill: { entered, practice } }: PlannedReceiver): string {
  const parts = [entered > 0 && `entered: ${entered}`, practice > 0 && `earlier decisions: ${practice}`]
  return parts.filter((part) => part !== false).join(', ') || '–'
}

export function Receivers({ receivers, way }: { receivers: readonly PlannedReceiver[]; way: SpreadWay }) {
  const isBySkill = way === 'skill'
  return (
    <Table
      label="Assignments by person"
      columns={['Person', 'Now', 'Gets', 'Then', 'Taken from', ...(isBySkill ? ['By skill'] : [])]}
      align={{ 1: 'end', 2: 'end', 3: 'end' }}
      rows={receivers.map((one) => ({
        key: one.person.id,
        cells: [one.person.name, one.before, one.gets, one.after, sourcesOf(one), ...(isBySkill ? [skillOf(one)] : [])],
      }))}
    />
  )
}
