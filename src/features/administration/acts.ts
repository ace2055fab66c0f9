/** Helpers that the commands of every section share: the row under the cursor, sending a change, reading again. */
import type { Ctx } from '#src/commands/command.ts'
import { all, flag, inView, type View } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { ignoreRefusal } from '#src/data/net/ignore-refusal.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { administrationKey } from './queries.ts'

/** While a row of the section has the cursor. */
export const onRowOf = (view: View) => all(inView(view), flag('hasCursor'))

/** The row under the cursor of a list of administration; undefined on an empty list. */
export const rowAtCursor = <Row>(c: Ctx): Row | undefined =>
  c.list?.rowOf(c.list.state.cursor.getState().id ?? '') as Row | undefined

export const here = () => ({ platform: currentPlatform() })

/** `again` reads everything of administration again; `send` does so once a call has ended, also where it was refused. */
export function administrationActs({ queries }: Pick<Data, 'queries'>) {
  const again = () => queries.invalidateQueries({ queryKey: administrationKey(currentPlatform()) })
  const send = async (sending: Promise<unknown>) => {
    await ignoreRefusal(sending)
    await again()
  }
  return { again, send }
}
