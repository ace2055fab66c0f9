/** The outcomes of the requests, by area of calls. */
import type { Fault, Verdict } from './judge.ts'

interface Line {
  requests: number
  ok: number
  refused: number
  faults: Record<Fault, number>
  times: number[]
}

const FAULTS = ['5xx', 'wrong shape', 'dropped', 'no answer'] as const
const HEADS = ['calls', 'requests', '2xx/3xx', '4xx', ...FAULTS, 'p95 ms', 'max ms']

export class Tally {
  readonly #areas = new Map<string, Line>()
  readonly #failures: string[] = []

  add(name: string, { status, fault, what, ms }: Verdict & { ms: number }, request: () => string): void {
    const area = name.split('.')[0] ?? name
    const line = this.#areas.get(area) ?? emptyLine()
    this.#areas.set(area, line)
    line.requests += 1
    line.times.push(ms)
    if (status >= 200 && status < 400) line.ok += 1
    if (status >= 400 && status < 500) line.refused += 1
    if (fault === null) return
    line.faults[fault] += 1
    this.#failures.push(`${fault} ${status} ${name}: ${what}\n    ${request()}`)
  }

  failures(): readonly string[] {
    return this.#failures
  }

  table(): string {
    const rows = [...this.#areas].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([area, line]) => cellsOf(area, line))
    const all = [...this.#areas.values()].reduce(add, emptyLine())
    const cells = [HEADS, ...rows, cellsOf('all', all)]
    const widths = HEADS.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)))
    const pad = (cell: string, at: number) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))
    return cells.map((row) => row.map(pad).join('  ')).join('\n')
  }

  sum(): string {
    const { requests, faults } = [...this.#areas.values()].reduce(add, emptyLine())
    return `${requests} requests: ${FAULTS.map((fault) => `${faults[fault]} ${fault}`).join(', ')}`
  }
}

const emptyLine = (): Line => ({
  requests: 0,
  ok: 0,
  refused: 0,
  faults: { '5xx': 0, 'wrong shape': 0, dropped: 0, 'no answer': 0 },
  times: [],
})

function add(sum: Line, { requests, ok, refused, faults, times }: Line): Line {
  return {
    requests: sum.requests + requests,
    ok: sum.ok + ok,
    refused: sum.refused + refused,
    faults: Object.fromEntries(FAULTS.map((fault) => [fault, sum.faults[fault] + faults[fault]])) as Line['faults'],
    times: [...sum.times, ...times],
  }
}

function cellsOf(area: string, { requests, ok, refused, faults, times }: Line): string[] {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => String(Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0))
  const counts = [requests, ok, refused, ...FAULTS.map((fault) => faults[fault])].map(String)
  return [area, ...counts, at(0.95), at(1)]
}
