// The user's own sessions, as the server knows them; each can be ended from here.
import { useQuery } from '@tanstack/react-query'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData } from '#src/data/data.ts'
import { agoText } from '#src/format/age.ts'
import { Tag } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { sessionsQuery } from './devices-query.ts'

export function Sessions() {
  const { api } = useData()
  const { data, error } = useQuery(sessionsQuery(api))
  const now = useNow()
  if (error) return <p className="text-muted">The sessions could not be read. Connect to see them.</p>

  return (
    <ul className="rounded-md border border-line" aria-label="Your sessions">
      {data?.items.map(({ id, device, current, locked, startedAt, seenAt }) => (
        <li key={id} className="flex items-center gap-3 border-b border-line px-3 py-2 last:border-b-0">
          <span className="font-medium">{device ?? 'Another client'}</span>
          <span className="text-label text-muted">
            began {agoText(now - Date.parse(startedAt))}, last refreshed {agoText(now - Date.parse(seenAt))}
          </span>
          {current && <Tag tone="done">This one</Tag>}
          {locked && <Tag tone="warn">Locked</Tag>}
          <span className="grow" />
          <CommandButton command="settings.endSession" args={{ session: id }} variant="danger">
            End session<span className="sr-only"> of {device ?? 'another client'}</span>
          </CommandButton>
        </li>
      ))}
    </ul>
  )
}
