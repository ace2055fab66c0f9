/** The commands of the queue of sanctions hits. */
import type { Role } from '#contract/model/values.ts'
import { defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { all, flag, inView } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { customerHref } from '#src/features/cases/public.ts'
import { decideMatch } from '#src/features/customers/public.ts'
import { goTo } from '#src/features/go-to.ts'
import { filterCommands, frameCommands, type FilterChoices } from '#src/features/lists/public.ts'
import { hitList } from './list.ts'

const inScreening = inView('screening')
const onRow = all(inScreening, flag('hasCursor'))

/** Who is signed in. */
type Me = () => { fullName: string; roles: readonly Role[] } | undefined

/** `choices`: what the filters of this window choose from. */
export function screeningCommands(data: Data, choices: FilterChoices, me: Me): Command[] {
  const { view, narrowing } = hitList(data, choices)
  const hitOf = (c: Ctx) => view.rowOf(c.targets[0] ?? '')

  return [
    goTo({
      id: 'nav.screening',
      title: 'Sanctions hits',
      path: 'screening/',
      keys: ['g x'],
      keywords:
        'screening, sanctions, sanction, matches, match, name matches, possible matches, watchlist, watch list, ofac, sdn, pep, peps, politically exposed, adverse media, name screening, hits, world check, un list, eu list, hmt',
    }),
    defineCommand({
      id: 'screening.customer',
      title: (c) => `Open ${hitOf(c)?.customerName ?? 'the client'}`,
      shortTitle: 'Open client',
      group: 'Navigate',
      keywords: 'customer, profile, risk, open profile, kyc, subject, who is this',
      when: onRow,
      keys: ['enter', 'o', 'u'],
      run: (c) => {
        const hit = hitOf(c)
        if (hit) c.ports.navigate(`${customerHref(hit.platform, hit.customerId)}?section=risk`)
      },
    }),
    decideMatch(data, me, view.remake),
    ...frameCommands({ area: 'screening', when: inScreening, view, showNew: 'Refresh the sanctions hits' }),
    ...filterCommands({ area: 'screening', when: inScreening, place: 'sanctions hits', view, narrowing }),
  ]
}
