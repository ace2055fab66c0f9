/** Helpers that the commands of the page Now share: the row, sending, and the work of a row. */
import { all, flag, inView } from '#src/commands/dispatcher/when.ts'
import type { Ctx } from '#src/commands/command.ts'
import type { Data } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { workloadKey } from './queries.ts'
import type { SpreadOf, WorkloadRow } from './workload-rows.ts'

export const inTeam = inView('team')
export const onRow = all(inTeam, flag('hasCursor'))

/** Everything dealt to the person of a row, or what nobody has. */
export function spreadOf(row: WorkloadRow): SpreadOf {
  const value = { platform: currentPlatform(), label: `the open cases and account alerts of ${row.name}` }
  return row.personId === null ? value : { ...value, person: row.personId }
}

/** Actions and state behind the commands, without keys. */
export function workloadActs({ api, queries }: Pick<Data, 'api' | 'queries'>) {
  const rowOf = (c: Ctx) => c.list?.rowOf(c.list.state.cursor.getState().id ?? '') as WorkloadRow | undefined
  const home = () => `/admin/${encodeURIComponent(currentPlatform())}`
  const again = () => queries.invalidateQueries({ queryKey: workloadKey(currentPlatform()) })
  /** True if it was done; where it is refused, the server's words are in the status line already. */
  const send = async (sending: Promise<unknown>): Promise<boolean> => {
    let isDone = true
    try {
      await sending
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      isDone = false
    }
    await again()
    return isDone
  }
  return { api, queries, rowOf, home, again, send }
}
export type WorkloadActs = ReturnType<typeof workloadActs>
