// Checks whether people find what they type: the queries of queries.ts in two halves, and those of fresh-queries.ts.
import { choicesOf, readLine, type Line } from '#src/commands/palette/lines.ts'
import {
  commandRows,
  goesBefore,
  hitRows,
  readQuery,
  searchTextOf,
  together,
} from '#src/commands/palette/palette-model.ts'
import type { CommandLayer } from '#src/commands/dispatcher/layer.ts'
import type { Role } from '#contract/model/values.ts'
import type { Report } from '#tests/bench/report.ts'
import { createCommandFinder, type CommandFinder } from '#src/commands/palette/find-commands.ts'
import { FRESH_QUERIES } from './fresh-queries.ts'
import { QUERIES, split } from './queries.ts'
import type { Query } from './query.ts'
import { atomsOf, createWindow } from './window.ts'

interface Found {
  query: Query
  /** The first commands, best first. */
  ids: readonly string[]
}

/** Choices of the server are taken to be there: nothing answers here. */
const isOfServer = ({ spec }: Line) => spec.name === 'manager' || spec.name === 'view'

async function idsOf(layer: CommandLayer, { place, role, text }: Query, finder: CommandFinder): Promise<string[]> {
  const { registry, frecency, runner, ports } = layer
  const ctx = runner.context({ source: 'palette', atoms: atomsOf(place, role) })
  const { scope, query } = readQuery(text)
  const rows = commandRows({ registry, frecency, ctx, finder }, scope, query)
  const hits = hitRows(ports.search(searchTextOf(query), ['case']))
  const ids = together(rows, hits).flatMap(({ id, act }) => (act.kind === 'command' ? [act.id] : [id]))
  const how = { source: 'palette', atoms: ctx.atoms } as const
  const line = readLine({ commands: registry.commands, runner, how, ctx }, query)
  if (!line || !goesBefore(line, registry, rows[0], query)) return ids
  const isThere = isOfServer(line) || (await choicesOf(line)).length > 0
  return isThere ? [line.command.id, ...ids] : ids
}

/** The mean time of one key, ms, of queries that are typed letter by letter, in a context that is made already. */
function timeOf(layer: CommandLayer, queries: readonly Query[], finder: CommandFinder): number {
  const { registry, frecency, runner } = layer
  const ctx = runner.context({ source: 'palette', atoms: atomsOf('queue', 'analyst') })
  const keys = queries.flatMap(({ text }) => Array.from(text, (_, index) => text.slice(0, index + 1)))
  const press = (text: string) => commandRows({ registry, frecency, ctx, finder }, 'all', text)
  keys.slice(0, 20).forEach(press)
  const began = performance.now()
  keys.forEach(press)
  return (performance.now() - began) / keys.length
}

const isIn = ({ query, ids }: Found, count: number) => ids.slice(0, count).some((id) => query.wanted.includes(id))

function rowOf(half: string, found: readonly Found[], ms: number) {
  const share = (count: number) => `${((100 * count) / found.length).toFixed(0)} %`
  return {
    half,
    queries: found.length,
    'top hit': share(found.filter((one) => isIn(one, 1)).length),
    'top three': share(found.filter((one) => isIn(one, 3)).length),
    'nothing found': found.filter(({ ids }) => ids.length === 0).length,
    'ms a key': ms.toFixed(2),
  }
}

export async function rank(): Promise<Report> {
  const windows = new Map<Role, CommandLayer>()
  for (const role of new Set([...QUERIES, ...FRESH_QUERIES].map(({ role }) => role)))
    windows.set(role, await createWindow(role))
  const halves: Record<string, readonly Query[]> = { ...split(QUERIES), fresh: FRESH_QUERIES }
  const rows: ReturnType<typeof rowOf>[] = []
  let misses: readonly Found[] = []
  const finders = new Map([...windows].map(([role, { registry }]) => [role, createCommandFinder(registry.commands)]))
  const find = async (query: Query): Promise<Found> => ({
    query,
    ids: await idsOf(windows.get(query.role)!, query, finders.get(query.role)!),
  })
  const ms = timeOf(windows.get('analyst')!, halves['tuning']!, finders.get('analyst')!)
  for (const [half, queries] of Object.entries(halves)) {
    const found = await Promise.all(queries.map(find))
    rows.push(rowOf(half, found, ms))
    if (half === 'tuning') misses = found.filter((one) => !isIn(one, 1))
  }
  return {
    title: 'What people type into the palette',
    rows,
    notes: misses.map(
      ({ query, ids }) =>
        `missed: ${query.place} (${query.role}) "${query.text}": ${ids.slice(0, 3).join(', ') || 'nothing'}; wanted ${query.wanted.join(' or ')}`,
    ),
  }
}
