/** The metrics of this instance for Prometheus. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { overdueWork, type OverdueWork } from '#server/business-hours/overdue-work.ts'
import type { Services } from './services.ts'

/** Upper bounds of the histogram's buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

type Observed = Pick<Services, 'store' | 'tasks' | 'now' | 'log'>

export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Counter<'call' | 'status'>
  readonly #seconds: Histogram<'call'>

  constructor({ store, tasks, now, log }: Observed) {
    const registers = [this.#registry]
    this.#requests = new Counter({
      name: 'docket_requests_total',
      help: 'Requests by call and status',
      labelNames: ['call', 'status'],
      registers,
    })
    this.#seconds = new Histogram({
      name: 'docket_request_seconds',
      help: 'How long requests took',
      labelNames: ['call'],
      buckets: BUCKETS,
      registers,
    })
    collectLazily(registers, { store, tasks })
    collectDueDates(registers, { store, now, log })
  }

  /** `name` is a call's, `area.verb`: never a path, which may carry customers' words. */
  observe(name: string, status: number, seconds: number): void {
    this.#requests.inc({ call: name, status })
    this.#seconds.observe({ call: name }, seconds)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  print(): Promise<string> {
    return this.#registry.metrics()
  }
}

/** Values that are read on request. */
function collectLazily(registers: Registry[], { store, tasks }: Pick<Services, 'store' | 'tasks'>): void {
  new Gauge({
    name: 'docket_database_connections',
    help: 'Connections by pool and state; wanted are requests that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, pool] of Object.entries({ requests: store.pool, exports: store.exports })) {
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
        this.set({ pool: name, state: 'wanted' }, pool.waitingCount)
      }
    },
  })
  new Counter({
    name: 'docket_jobs_total',
    help: 'Attempts at background jobs by outcome',
    labelNames: ['job', 'outcome'],
    registers,
    collect() {
      this.reset()
      for (const { name, outcome, count } of tasks.outcomes) this.inc({ job: name, outcome }, count)
    },
  })
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory of this process',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  new Gauge({
    name: 'process_uptime_seconds',
    help: 'How long this process has run',
    registers,
    collect() {
      this.set(process.uptime())
    },
  })
}

/** Gauges of one reading: read individually and concurrently. */
function collectDueDates(registers: Registry[], { store, now, log }: Omit<Observed, 'tasks'>): void {
  let reading: Promise<readonly OverdueWork[]> | undefined
  const read = () => {
    reading ??= overdueWork(store.db, now())
      .catch((error: unknown) => {
        // the remaining metrics are still returned
        log.warn({ err: error }, 'due dates could not be counted')
        return []
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  for (const by of ['person', 'rule'] as const) {
    new Gauge({
      name: `docket_due_by_${by}`,
      help: `Open work that is late (breached) or due soon, by queue and ${by}`,
      labelNames: ['platform', 'queue', by, 'state'],
      registers,
      async collect() {
        const rows = await read()
        this.reset()
        for (const { platform, queue, state, count, [by]: label } of rows) {
          this.inc({ platform, queue, [by]: label, state }, count)
        }
      },
    })
  }
}
