// One client for so many minutes: run inside a tree that has been built. Prints its result as the last line, in JSON.
import { parseArgs } from 'node:util'
import { join } from 'node:path'
import { atRest, atTheEnd, type Quiet } from './checks.ts'
import { DISK_FULL } from './nemesis.ts'
import { PLANTS } from './plants.ts'
import { product } from './product.ts'
import { openSite } from './site.ts'
import { Soak } from './soak.ts'

export interface Result {
  seed: string
  minutes: number
  accepted: number
  unknown: number
  lost: number
  doubled: number
  inversions: number
  /** The longest time to come to rest, ms. */
  settled: number
  batches: number
  /** Writes that a full disk refused. */
  refused: number
  faults: number
  struck: Record<string, number>
  wrong: string[]
}

/** Between two looks at everything, ms; with a planted bug less, to be done with it sooner. */
const ROUND_MS = { sound: 45_000, planted: 20_000 }
const MOST_WRONG = 20

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
    /** The bug that was planted in this tree: stops when it is found. */
    plant: { type: 'string' },
    /** A strike that comes more often. */
    often: { type: 'string', multiple: true, default: [] },
  },
})
const { minutes = '1', seed = '1', plant: planted, often } = values
const plant = PLANTS.find((one) => one.name === planted)
if (planted !== undefined && !plant) throw new Error(`there is no bug called ${planted}`)

const site = await openSite(join(import.meta.dirname, '../../dist'))
const soak = new Soak({ site, client: product, seed, often: plant?.often ?? often })
const wrong: string[] = []
let settled = 0
let quiet: Quiet | undefined
try {
  await soak.begin()
  const end = Date.now() + Number(minutes) * 60_000
  const roundMs = ROUND_MS[plant ? 'planted' : 'sound']
  while (Date.now() < end) {
    await soak.storm(Math.min(end, Date.now() + roundMs))
    quiet = await atRest(soak)
    settled = Math.max(settled, quiet.settled)
    wrong.push(...quiet.wrong)
    console.log(`${soak.accepted.length} taken in, ${quiet.settled} ms to rest, ${quiet.wrong.length} wrong`)
    if (plant && wrong.length > 0) break
    await soak.refill()
  }
  if (soak.struck.has(DISK_FULL) && soak.refused === 0) wrong.push('I10 the full disk refused nothing')
  if (wrong.length === 0) wrong.push(...(await atTheEnd(soak)))
} finally {
  await soak.end()
  await site.close()
}
const result: Result = {
  seed,
  minutes: Number(minutes),
  accepted: soak.accepted.length,
  unknown: soak.unknown,
  lost: quiet?.tally.lost.length ?? 0,
  doubled: quiet?.tally.doubled.length ?? 0,
  inversions: quiet?.tally.inversions.length ?? 0,
  settled,
  batches: site.flights.requests,
  refused: soak.refused,
  faults: site.faults.met.filter(({ fault }) => fault !== null).length,
  struck: Object.fromEntries(soak.struck),
  wrong: [...new Set(wrong)].slice(0, MOST_WRONG),
}
console.log(JSON.stringify(result))
process.exitCode = result.wrong.length > 0 ? 1 : 0
