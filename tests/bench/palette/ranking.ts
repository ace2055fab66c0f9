// Whether people find what they type: the queries of queries.ts in two halves, and those of fresh-queries.ts.
import { readLine } from '#src/commands/palette/lines.ts'
import { commandRows, goesBefore, hitRows, readQuery, soughtIn, together } from '#src/commands/palette/palette-model.ts'
import type { CommandLayer } from '#src/commands/dispatcher/layer.ts'
import type { Role } from '#contract/model/values.ts'
import type { Report } from '#tests/bench/report.ts'
import { FRESH_QUERIES } from './fresh-queries.ts'
import { QUERIES, split } from './queries.ts'
import type { Query } from './query.ts'
import { atomsOf, createWindow } from './window.ts'

interface Found {
  query: Query
  /** The first commands, best first. */
  ids: readonly string[]
}

function idsOf(layer: CommandLayer, { place, role, text }: Query): string[] {
  const { registry, frecency, runner, ports } = layer
  const ctx = runner.context({ source: 'palette', atoms: atomsOf(place, role) })
  const { scope, query } = readQuery(text)
  const rows = commandRows({ registry, frecency, ctx }, scope, query)
  const hits = hitRows(ports.search(soughtIn(query), ['case']))
  const ids = together(rows, hits).flatMap(({ id, act }) => (act.kind === 'command' ? [act.id] : [id]))
  const how = { source: 'palette', atoms: ctx.atoms } as const
  const line = readLine({ commands: registry.commands, runner, how, ctx }, query)
  return line && goesBefore(line, registry, rows[0], query) ? [line.command.id, ...ids] : ids
}

const isIn = ({ query, ids }: Found, count: number) => ids.slice(0, count).some((id) => query.wanted.includes(id))

function rowOf(half: string, found: readonly Found[]) {
  const share = (count: number) => `${((100 * count) / found.length).toFixed(0)} %`
  return {
    half,
    queries: found.length,
    'top hit': share(found.filter((one) => isIn(one, 1)).length),
    'top three': share(found.filter((one) => isIn(one, 3)).length),
    'nothing found': found.filter(({ ids }) => ids.length === 0).length,
  }
}

export async function rank(): Promise<Report> {
  const windows = new Map<Role, CommandLayer>()
  for (const role of new Set([...QUERIES, ...FRESH_QUERIES].map(({ role }) => role)))
    windows.set(role, await createWindow(role))
  const find = (query: Query): Found => ({ query, ids: idsOf(windows.get(query.role)!, query) })
  const halves = split(QUERIES)
  const tuning = halves.tuning.map(find)
  const misses = tuning.filter((one) => !isIn(one, 1))
  return {
    title: 'What people type into the palette',
    rows: [
      rowOf('tuning', tuning),
      rowOf('held out', halves['held out'].map(find)),
      rowOf('fresh', FRESH_QUERIES.map(find)),
    ],
    notes: misses.map(
      ({ query, ids }) =>
        `missed: ${query.place} (${query.role}) "${query.text}": ${ids.slice(0, 3).join(', ') || 'nothing'}; wanted ${query.wanted.join(' or ')}`,
    ),
  }
}
