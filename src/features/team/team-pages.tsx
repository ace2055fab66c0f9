// The pages of a team, one a button: the same row on each of them, with the present one marked.
import { useLocation } from '@tanstack/react-router'
import type { CommandId } from '#src/commands/command.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'

const PAGES: readonly (readonly [path: string, command: CommandId])[] = [
  ['team', 'nav.team'],
  ['team/approvals', 'nav.approvals'],
  ['team/trend', 'nav.trend'],
  ['team/quality', 'nav.quality'],
  ['team/handover', 'nav.handover'],
  ['team/hours', 'nav.hours'],
]

export function TeamPages() {
  const { pathname } = useLocation()
  const isHere = (path: string) => pathname.replace(/\/$/, '').endsWith(`/${path}`)
  return (
    <nav aria-label="Pages of the team">
      <ul className="flex flex-wrap gap-2">
        {PAGES.map(([path, command]) => (
          <li key={path} aria-current={isHere(path) ? 'page' : undefined}>
            <CommandButton command={command} />
          </li>
        ))}
      </ul>
    </nav>
  )
}
