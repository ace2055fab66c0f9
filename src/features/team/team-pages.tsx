// The pages of a team, one a button: the same row on each of them.
import { CommandButton } from '#src/commands/parts/command-button.tsx'

export function TeamPages() {
  return (
    <nav aria-label="Pages of the team" className="flex flex-wrap gap-2">
      <CommandButton command="nav.team" />
      <CommandButton command="nav.approvals" />
      <CommandButton command="nav.trend" />
      <CommandButton command="nav.quality" />
      <CommandButton command="nav.handover" />
      <CommandButton command="nav.hours" />
    </nav>
  )
}
