/** The decision on a sanctions match, from the queue of hits and from a client's page. */
import { customers } from '#contract/calls/customers.ts'
import type { SanctionsHit } from '#contract/model/screening/sanctions.ts'
import type { Role } from '#contract/model/values.ts'
import { defineArg, defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { all, any, flag, inView } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { dispositionsOf, recorded, type OfferedDisposition } from './dispositions.ts'

/** The signed-in user. */
type Me = () => { fullName: string; roles: readonly Role[] } | undefined

/** The choice with the version that was seen: a changed hit is refused. */
interface Chosen extends OfferedDisposition {
  version: number
}

/** The row under the cursor, where the list is one of hits. */
const hitOf = (c: Ctx) =>
  c.list?.noun[0] === 'hit' ? (c.list.rowOf(c.targets[0] ?? '') as SanctionsHit | undefined) : undefined

/** `decided` runs after every answer: what is shown may be out of date. */
export function decideMatch(data: Data, me: Me, decided: () => void): Command {
  const offered = (hit: SanctionsHit) =>
    // a hit names who decided, and by name they are compared
    dispositionsOf(hit, { id: me()?.fullName ?? '', roles: me()?.roles ?? [] })

  const whyNot = (c: Ctx): string | null => {
    const hit = hitOf(c)
    if (!hit) return 'Not a sanctions hit'
    if (hit.version === undefined) return 'There is nothing to decide here'
    if (hit.approval) return 'Pending approval'
    const all = offered(hit)
    return all.some(({ refusal }) => refusal === null) ? null : (all[0]?.refusal ?? 'Nothing further can be decided')
  }

  /** Sent at once and never queued: the decision has to be on the hit as the list has it now. */
  const decide = async ({ platform, customerId, id: matchId }: SanctionsHit, chosen: Chosen, note: string) => {
    const { outcome, version } = chosen
    const params = { platform, customerId, matchId }
    try {
      await data.api.send(customers.decideSanction, { params, body: { outcome, note, version } }, { platform })
    } catch (error) {
      // the status line has the server's message already
      if (!(error instanceof ApiError)) throw error
    }
    decided()
    await data.queries.invalidateQueries({ queryKey: ['customers', 'sanctions'] })
  }

  return defineCommand({
    id: 'screening.decide',
    title: (c) => `Decide the match “${hitOf(c)?.name ?? ''}”…`,
    shortTitle: 'Decide…',
    group: 'Customer',
    keywords:
      'sanction, screening, hit, false positive, true match, false match, possible, resolve, clear hit, discount, dismiss, confirm match, clear match, disposition, close, positive match, no match, true hit, false hit, accept',
    when: all(any(inView('screening'), inView('customer')), flag('hasCursor')),
    keys: ['d'],
    calls: [customers.decideSanction],
    disabledReason: whyNot,
    args: [
      defineArg<'disposition', Chosen>({
        name: 'disposition',
        type: 'choice',
        prompt: (c) => `${hitOf(c)?.name ?? 'The hit'} is a`,
        source: (c) => {
          const hit = hitOf(c)
          const version = hit?.version
          if (!hit || version === undefined) return []
          return offered(hit).map((one) => {
            const disabled = one.refusal !== null && { disabled: one.refusal }
            return { id: one.id, value: { ...one, version }, title: one.title, ...disabled }
          })
        },
      }),
      defineArg<'words', string>({
        name: 'words',
        type: 'text',
        prompt: () => 'Note',
        source: (c, query, chosen) => {
          const { note, outcome } = chosen['disposition'] as Chosen
          if (note === null || query.trim()) return []
          const score = Math.round((hitOf(c)?.score ?? 0) * 100)
          return [{ id: 'note', value: '', title: `Record ${recorded(outcome)}, score ${score}: ${note}` }]
        },
        create: (_, query) => (query.trim() ? { id: 'typed', value: query.trim(), title: query.trim() } : null),
      }),
    ],
    run: (c, { disposition, words }) => {
      const hit = hitOf(c)
      const note = [disposition.note, words].filter(Boolean).join(' ')
      if (hit) void decide(hit, disposition, note)
    },
  })
}
