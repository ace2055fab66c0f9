/** The commands on notices. Each change asks for a reason. */
import { defineArg, defineCommand, type Command } from '#src/commands/command.ts'
import { inView } from '#src/commands/dispatcher/when.ts'
import { textArg } from '#src/commands/text-arg.ts'
import type { Data } from '#src/data/data.ts'
import { refreshCommand } from '#src/features/lists/public.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { notices } from '#contract/calls/notices.ts'
import { NOTICE_MAX, type Notice } from '#contract/model/notice.ts'
import { readMoment } from '#src/format/day.ts'
import { DAY_HINT } from '#src/format/iso-day.ts'
import { dismissals } from './dismissed-notices.ts'
import { noticeQuery } from './notice-bar.tsx'
import { administrationActs, here, onRowOf, rowAtCursor } from '#src/features/administration/public.ts'

const rowOf = rowAtCursor<Notice>

const HOUR = 3_600_000

export function commands({ api, queries }: Pick<Data, 'api' | 'queries'>): Command[] {
  const { again, send } = administrationActs({ queries })
  return [
    refreshCommand({ id: 'notice.refresh', noun: 'notices', when: inView('notices'), run: () => void again() }),
    defineCommand({
      id: 'notice.publish',
      title: 'Publish a notice to everybody on the platform…',
      shortTitle: 'New notice…',
      group: 'App',
      keywords:
        'announce, announcement, message, banner, maintenance, broadcast, tell everybody, news, new notice, alert everyone, downtime',
      when: inView('notices'),
      keys: ['a'],
      calls: [notices.publish],
      args: [
        textArg(
          'text',
          'Everybody on the platform reads',
          `at most ${NOTICE_MAX} characters`,
          (text) => text.length <= NOTICE_MAX,
        ),
        defineArg<'until', string>({
          name: 'until',
          type: 'date',
          prompt: () => 'Until',
          typed: () => `${DAY_HINT}, with a time HH:mm, UTC`,
          source: (c) =>
            ([1, 4, 8, 24, 72, 168] as const).map((hours) => {
              const at = new Date(c.ports.now() + hours * HOUR).toISOString()
              const title =
                hours < 24
                  ? `${hours} ${hours === 1 ? 'hour' : 'hours'}`
                  : `${hours / 24} ${hours === 24 ? 'day' : 'days'}`
              return { id: String(hours), value: at, title, detail: `${at.slice(0, 16).replace('T', ' ')} UTC` }
            }),
          create: (c, query) => {
            const at = readMoment(query, c.ports.now())
            if (at === null) return null
            const value = new Date(at).toISOString()
            return { id: query, value, title: `${value.slice(0, 16).replace('T', ' ')} UTC` }
          },
        }),
      ],
      run: (_, { text: words, until }) => {
        void send(api.send(notices.publish, { body: { text: words, until } }, here())).then(() =>
          queries.invalidateQueries({ queryKey: noticeQuery(api, currentPlatform()).queryKey }),
        )
      },
    }),
    defineCommand({
      id: 'notice.end',
      title: 'End the notice now',
      shortTitle: 'End notice',
      group: 'App',
      keywords: 'withdraw, remove, stop, unpublish, take down, delete notice',
      when: onRowOf('notices'),
      keys: ['e'],
      calls: [notices.end],
      disabledReason: (c) => {
        const row = rowOf(c)
        return row && row.endedAt === null && Date.parse(row.until) > c.ports.now() ? null : 'It is over'
      },
      run: (c) => {
        const row = rowOf(c)
        if (!row) return
        void send(api.send(notices.end, { params: { notice: row.id } }, here())).then(() =>
          queries.invalidateQueries({ queryKey: noticeQuery(api, currentPlatform()).queryKey }),
        )
      },
    }),
    defineCommand({
      id: 'notice.dismiss',
      title: 'Dismiss the notices that are shown',
      shortTitle: 'Dismiss',
      group: 'View',
      keywords: 'hide banner, close banner, banner, announcement, hide notice, got it',
      keys: ['g shift+y'],
      disabledReason: () => {
        const known = queries.getQueryData(noticeQuery(api, currentPlatform()).queryKey)
        return (known?.items.length ?? 0) > 0 ? null : 'No notice is shown'
      },
      run: () => {
        const known = queries.getQueryData(noticeQuery(api, currentPlatform()).queryKey)
        dismissals.dismiss((known?.items ?? []).map(({ id }) => id))
      },
    }),
  ]
}
