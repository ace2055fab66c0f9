/** One platform's part of the demo world: its customers, their payments, and the truth behind them. */
import type { IncomingTransaction } from '#server/monitoring/ingestion/incoming.ts'
import { withLargest } from './payments/details.ts'
import { makePayment, type Plan } from './payments.ts'
import { makeCustomer, makeOutsider } from './people.ts'
import { randomOf } from './random.ts'
import { rarePatterns } from './rare-patterns.ts'
import { writeTypology } from './typologies.ts'
import { everydayPayment, type Population } from './population.ts'
import type { GroundTruth } from './ground-truth.ts'

const DAY = 86_400_000
/** Days of everyday payments: more than those of patterns, since some rules compare the two. */
const HISTORY_DAYS = 135
const STORY_DAYS = 90
/** The first payment number of rare patterns, above all others of a district. */
const RARE_IDS = 95_000

export interface PlatformSize {
  customers: number
  payments: number
  stories: number
}

/** A part of a platform's customers. Districts do not pay each other, so that a world of any size is generated in parts. */
export interface District extends PlatformSize {
  platform: string
  /** From 0. */
  number: number
}

/** The same district and anchor give the same world. */
export function districtWorld({ platform, number, ...size }: District, anchor: Date) {
  const random = randomOf(`docket demo 1 ${platform} ${number}`)
  const now = anchor.getTime()
  const town: Population = {
    random,
    customers: Array.from({ length: size.customers }, (_, n) =>
      makeCustomer(random, String(210_000 + number * 20_000 + n * 17), anchor),
    ),
    outsiders: Array.from({ length: Math.ceil(size.customers * 1.5) }, () => makeOutsider(random)),
  }
  const plain = Array.from({ length: size.payments }, () =>
    everydayPayment(town, now - random.next() * HISTORY_DAYS * DAY),
  )
  // most patterns are recent, as the alerts of a queue are
  const stories = Array.from({ length: size.stories }, () =>
    writeTypology(town, Math.floor(now - random.next() ** 2.2 * STORY_DAYS * DAY - 60_000)),
  )
  const plans = [...plain, ...stories.flatMap((story) => story.plans)].toSorted((a, b) => Number(a.at) - Number(b.at))
  const firstId = 4_100_000 + number * 100_000
  let id = firstId
  const ids = new Map<Plan, string>()
  const made: IncomingTransaction[] = plans.map((plan) => {
    id += random.int(1, 9)
    ids.set(plan, String(id))
    return makePayment(random, String(id), plan)
  })
  const transactions = withLargest(made)
  const ofStories: GroundTruth[] = stories.map(({ kind, isLaundering, plans: told }) => ({
    platform,
    kind,
    isLaundering,
    transactions: told.map((plan) => ids.get(plan) ?? ''),
  }))
  const rare = rarePatterns(
    { ...town, random: randomOf(`docket demo rare 1 ${platform} ${number}`) },
    { platform, firstId: firstId + RARE_IDS, anchor },
  )
  return {
    customers: town.customers.map(({ party }) => party),
    transactions: [...transactions, ...rare.transactions],
    truth: [...ofStories, ...rare.truth],
  }
}
