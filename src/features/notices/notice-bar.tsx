// An administrator's notice to everybody on the platform, below the top bar until it ends or is dismissed.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import type { Api } from '#src/data/net/api.ts'
import { useData } from '#src/data/data.ts'
import { usePlatform } from '#src/features/sign-in/public.ts'
import { ToneMark } from '#src/ui/tag.tsx'
import { useNow } from '#src/ui/use-now.ts'
import { dismissals } from './dismissed-notices.ts'

const EVERY_MS = 60_000

export const noticeQuery = (api: Api, platform: string) =>
  queryOptions({
    queryKey: ['notices', platform],
    async queryFn({ signal }) {
      const { notices } = await import('#contract/calls/notices.ts')
      return api.send(notices.current, {}, { signal, platform, quiet: true })
    },
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS / 2,
    // a server of the catalogue alone has none
    retry: false,
    meta: { persist: true },
  })

export function NoticeBar() {
  const { api } = useData()
  const platform = usePlatform()
  const now = useNow()
  const dismissed = useStore(dismissals.store)
  const { data } = useQuery({ ...noticeQuery(api, platform?.name ?? ''), enabled: platform !== undefined })
  // offline, a stored notice ends by the clock
  const shown = (data?.items ?? []).filter((one) => Date.parse(one.until) > now && !dismissed.includes(one.id))
  if (shown.length === 0) return null
  return (
    <section
      aria-label="Current notices"
      className="flex items-center gap-3 border-b border-line bg-raised px-4 py-1 text-list"
    >
      <ToneMark tone="accent" />
      <div role="status" className="min-w-0 grow">
        <ul className="grid gap-0.5">
          {shown.map(({ id, text, by }) => (
            <li key={id}>
              {text} <span className="text-muted">{by.name}</span>
            </li>
          ))}
        </ul>
      </div>
      <CommandButton command="notice.dismiss" />
    </section>
  )
}
