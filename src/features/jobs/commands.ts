/** The commands on background jobs. Each change asks for a reason. */
import { defineCommand, type Command } from '#src/commands/command.ts'
import { inView } from '#src/commands/dispatcher/when.ts'
import { reasonArg } from '#src/commands/text-arg.ts'
import type { Data } from '#src/data/data.ts'
import { refreshCommand } from '#src/features/lists/public.ts'
import { jobs } from '#contract/calls/jobs.ts'
import type { Job } from '#contract/model/job.ts'
import { administrationActs, here, onRowOf, rowAtCursor } from '#src/features/administration/public.ts'

const rowOf = rowAtCursor<Job>

export function commands({ api, queries }: Pick<Data, 'api' | 'queries'>): Command[] {
  const { again, send } = administrationActs({ queries })
  return [
    refreshCommand({ id: 'job.refresh', noun: 'jobs', when: inView('jobs'), run: () => void again() }),
    defineCommand({
      id: 'job.retry',
      title: (c) => `Try ${rowOf(c)?.name ?? 'the job'} again…`,
      shortTitle: 'Retry…',
      group: 'App',
      keywords: 'again, failed, rerun, restart, run again, requeue, redo, execute',
      when: onRowOf('jobs'),
      keys: ['r'],
      calls: [jobs.retry],
      disabledReason: (c) => rowOf(c)?.refusal ?? null,
      args: [reasonArg('Try it again, because')],
      run: (c, { reason: why }) => {
        const row = rowOf(c)
        if (!row) return
        void send(api.send(jobs.retry, { params: { name: row.name, job: row.id }, body: { reason: why } }, here()))
      },
    }),
  ]
}
