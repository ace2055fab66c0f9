// A line of the table: what was measured, what it is compared with, and whether that is the goal.
export interface Row extends Record<string, string | number> {
  what: string
  measured: string
  against: string
  ratio: string | number
  goal: string
  kept: string
}

/** `kept` undefined where there is no goal, only a figure. */
export function row(
  what: string,
  measured: string,
  { against = '', ratio, goal = '', kept }: { against?: string; ratio?: number; goal?: string; kept?: boolean } = {},
): Row {
  const verdict = kept === undefined ? '' : kept ? 'yes' : 'NO'
  return { what, measured, against, ratio: ratio === undefined ? '' : Number(ratio.toFixed(2)), goal, kept: verdict }
}

export const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`

/** Runs every way once a round, so that what the machine does meanwhile falls on all alike; milliseconds by way. */
export async function interleaved<Name extends string>(
  rounds: number,
  ways: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(ways) as Name[]
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) times[name].push(await ways[name]())
  }
  return times
}
