/** The commands of the screening lists: thresholds after a preview, and adverse names of one's own. */
import { screening } from '#contract/calls/screening.ts'
import {
  ADVERSE_ALIASES_MAX,
  ADVERSE_NAME_MAX,
  type AdverseName,
  type ScreeningThreshold,
} from '#contract/model/screening/screening.ts'
import { defineArg, defineCommand, type Command, type Ctx } from '#src/commands/command.ts'
import { all, flag, inView } from '#src/commands/dispatcher/when.ts'
import { reasonArg, textArg } from '#src/commands/text-arg.ts'
import type { Data } from '#src/data/data.ts'
import { refreshCommand } from '#src/features/lists/public.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { countOf } from '#src/format/count.ts'
import { administrationActs, here, rowAtCursor } from '#src/features/administration/public.ts'
import { screeningQueries, type ListRow } from './rows.ts'
import { KIND_LABELS, scoreText } from './labels.ts'

type Kind = keyof typeof KIND_LABELS

const optional = <const Name extends string>(
  name: Name,
  prompt: string,
  what: string,
  isFit: (value: string) => boolean,
) => ({ ...textArg(name, prompt, what, isFit), optional: true })

const kindArg = (source: (c: Ctx) => readonly { id: Kind; value: Kind; title: string; detail?: string }[]) =>
  defineArg<'kind', Kind>({ name: 'kind', type: 'choice', prompt: () => 'Of which entries', source })

const inLists = inView('screening-lists')

interface Ports extends Pick<Data, 'api' | 'queries'> {
  /** Reads the lists again once the call has ended. The server's words are in the status line already where it refuses. */
  send(sending: Promise<unknown>): Promise<void>
}

export function screeningListCommands({ api, queries }: Pick<Data, 'api' | 'queries'>): Command[] {
  const { again, send } = administrationActs({ queries })
  const ports = { api, queries, send }
  return [
    refreshCommand({ id: 'screeningList.refresh', noun: 'screening lists', when: inLists, run: () => void again() }),
    thresholdCommand(ports),
    addNameCommand(ports),
    removeNameCommand(ports),
  ]
}

const rowOf = rowAtCursor<ListRow>
const thresholdOf = (c: Ctx, kind: unknown): ScreeningThreshold | undefined =>
  rowOf(c)?.thresholds.find((one) => one.kind === kind)

function thresholdCommand({ api, send }: Ports): Command {
  /** The effect of the threshold, before it is set. */
  const preview = defineArg<'preview', true>({
    name: 'preview',
    type: 'choice',
    prompt: (c) => `What it does to ${rowOf(c)?.name ?? 'the list'}`,
    source: async (c, _, { kind, threshold }) => {
      const now = thresholdOf(c, kind)
      if (!now || typeof threshold !== 'number') return []
      const body = { source: now.source, kind: now.kind, threshold }
      const seen = await api.send(screening.previewThreshold, { body }, { ...here(), quiet: true })
      return [
        {
          id: 'set',
          value: true,
          title: `Set ${scoreText(now.threshold)} to ${scoreText(threshold)}: ${endingInWords(seen)}`,
          ...(seen.tried > 0 && {
            detail: `${countOf(seen.appearing, 'new hit')} among ${countOf(seen.tried, 'client')} tried`,
          }),
          ...(seen.waits && { detail: 'Takes effect once another person approves it' }),
        },
      ]
    },
  })

  return defineCommand({
    id: 'screeningList.threshold',
    title: (c) => `Change a threshold of ${rowOf(c)?.name ?? 'the list'}…`,
    shortTitle: 'Change threshold…',
    group: 'App',
    keywords: 'match score, preview, sensitivity, limit, fuzziness, tune, cutoff, tolerance, matching, score',
    when: all(inLists, flag('hasCursor')),
    keys: ['enter', 'e'],
    calls: [screening.setThreshold],
    disabledReason: (c) => (rowOf(c)?.thresholds.length ? null : 'No version of it is in force'),
    args: [
      kindArg((c) =>
        (rowOf(c)?.thresholds ?? []).map(({ kind, threshold }) => ({
          id: kind,
          value: kind,
          title: KIND_LABELS[kind],
          detail: `now ${scoreText(threshold)}`,
        })),
      ),
      defineArg<'threshold', number>({
        name: 'threshold',
        type: 'choice',
        prompt: () => 'Match score from which a pair is a hit',
        typed: () => 'a score from 55 to 95',
        source: () => [],
        create: (_, query) => {
          const score = Number(query.trim().replace('%', ''))
          if (!/^\d{2}(\.\d)?%?$/.test(query.trim()) || score < 55 || score > 95) return null
          return { id: query.trim(), value: Math.round(score * 10) / 1000, title: String(score) }
        },
      }),
      preview,
      reasonArg('Change it, because'),
    ],
    run: (c, { kind, threshold, reason: why }) => {
      const now = thresholdOf(c, kind)
      if (!now) return
      const body = { source: now.source, kind, threshold, version: now.version, reason: why }
      void send(api.send(screening.setThreshold, { body }, here()))
    },
  })
}

function addNameCommand({ api, send }: Ports): Command {
  return defineCommand({
    id: 'screeningList.addName',
    title: 'Add an adverse name of your own…',
    shortTitle: 'Add name…',
    group: 'App',
    keywords:
      'own list, internal list, blocklist, blacklist, adverse media, watch, watchlist, add to watchlist, deny list, block person, black list',
    when: inLists,
    keys: ['a'],
    calls: [screening.addAdverseName],
    args: [
      textArg('name', 'Everybody is screened for', 'a name', (value) => value.length <= ADVERSE_NAME_MAX),
      kindArg(() => [
        { id: 'individual', value: 'individual', title: 'A person' },
        { id: 'entity', value: 'entity', title: 'An organisation' },
      ]),
      optional(
        'aliases',
        'Other names (optional)',
        'names, with ; between',
        (value) => aliasesOf(value).length <= ADVERSE_ALIASES_MAX,
      ),
      optional('birth', 'Date of birth (optional)', 'YYYY-MM-DD or YYYY', (value) =>
        /^\d{4}(-\d{2}){0,2}$/.test(value),
      ),
      optional('country', 'Country (optional)', 'a country', (value) => value.length <= 60),
      reasonArg('Add it, because'),
    ],
    run: (_, { name, kind, aliases, birth, country, reason: why }) => {
      const body = {
        name,
        kind,
        aliases: aliasesOf(aliases),
        birth: birth || null,
        country: country || null,
        reason: why,
      }
      void send(api.send(screening.addAdverseName, { body }, here()))
    },
  })
}

function removeNameCommand({ api, queries, send }: Ports): Command {
  return defineCommand({
    id: 'screeningList.removeName',
    title: 'Remove an adverse name of your own…',
    shortTitle: 'Remove name…',
    group: 'App',
    keywords: 'own list, take off, delete, unblock, remove from watchlist, delist',
    when: inLists,
    keys: ['shift+x'],
    calls: [screening.removeAdverseName],
    args: [
      defineArg<'which', AdverseName>({
        name: 'which',
        type: 'choice',
        prompt: () => 'Remove',
        source: async () => {
          const { items } = await queries.fetchQuery(screeningQueries.names(api, currentPlatform()))
          return items.map((value) => ({
            id: value.id,
            value,
            title: value.name,
            detail: `${value.addedBy.name}: ${value.reason}`,
          }))
        },
      }),
      reasonArg('Its open hits end. Because'),
    ],
    run: (_, { which, reason: why }) => {
      const input = { params: { name: which.id }, body: { reason: why } }
      void send(api.send(screening.removeAdverseName, input, here()))
    },
  })
}

const aliasesOf = (text: string | undefined) =>
  (text ?? '')
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean)

const endingInWords = ({ open, ended }: { open: number; ended: number }) =>
  ended === 0 ? `all ${countOf(open, 'open hit')} stay` : `${ended} of ${countOf(open, 'open hit')} end`
