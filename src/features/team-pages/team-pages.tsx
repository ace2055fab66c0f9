// The pages of a team, one a button: the same row on each of them, with the present one marked.
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CommandButton } from '#src/commands/parts/command-button.tsx'

export function TeamPages() {
  return (
    <nav aria-label="Pages of the team">
      <ul className="flex flex-wrap gap-2">
        <Page path="team/overview">
          <CommandButton command="nav.overview" />
        </Page>
        <Page path="team">
          <CommandButton command="nav.team" />
        </Page>
        <Page path="team/approvals">
          <CommandButton command="nav.approvals" />
        </Page>
        <Page path="team/trend">
          <CommandButton command="nav.trend" />
        </Page>
        <Page path="team/quality">
          <CommandButton command="nav.quality" />
        </Page>
        <Page path="team/handover">
          <CommandButton command="nav.handover" />
        </Page>
        <Page path="team/hours">
          <CommandButton command="nav.hours" />
        </Page>
      </ul>
    </nav>
  )
}

function Page({ path, children }: { path: string; children: ReactNode }) {
  const { pathname } = useLocation()
  const isHere = pathname.replace(/\/$/, '').endsWith(`/${path}`)
  return <li aria-current={isHere ? 'page' : undefined}>{children}</li>
}
