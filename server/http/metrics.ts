/** What this instance did, as Prometheus reads it. */
import type { Pool } from 'pg'

/** Upper bounds of the histogram's buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

interface Series {
  count: number
  sum: number
  buckets: number[]
}

export class Metrics {
  readonly #requests = new Map<string, number>()
  readonly #durations = new Map<string, Series>()

  /** `name` is a call's, `area.verb`: never a path, which may carry customers' words. */
  observe(name: string, status: number, seconds: number): void {
    const key = `call="${name}",status="${status}"`
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1)
    const series = this.#durations.get(name) ?? { count: 0, sum: 0, buckets: BUCKETS.map(() => 0) }
    this.#durations.set(name, series)
    series.count += 1
    series.sum += seconds
    BUCKETS.forEach((bound, index) => {
      if (seconds <= bound) series.buckets[index] = (series.buckets[index] ?? 0) + 1
    })
  }

  print(pool: Pool): string {
    const lines = [
      '# TYPE docket_requests_total counter',
      ...[...this.#requests].map(([labels, count]) => `docket_requests_total{${labels}} ${count}`),
      '# TYPE docket_request_seconds histogram',
      ...[...this.#durations].flatMap(([name, series]) => printSeries(name, series)),
      '# TYPE docket_database_connections gauge',
      `docket_database_connections{state="idle"} ${pool.idleCount}`,
      `docket_database_connections{state="busy"} ${pool.totalCount - pool.idleCount}`,
      `docket_database_connections{state="wanted"} ${pool.waitingCount}`,
      '# TYPE process_resident_memory_bytes gauge',
      `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
      '# TYPE process_uptime_seconds gauge',
      `process_uptime_seconds ${process.uptime()}`,
    ]
    return `${lines.join('\n')}\n`
  }
}

function printSeries(name: string, { count, sum, buckets }: Series): string[] {
  const label = `call="${name}"`
  return BUCKETS.map(
    (bound, index) => `docket_request_seconds_bucket{${label},le="${bound}"} ${buckets[index]}`,
  ).concat(
    `docket_request_seconds_bucket{${label},le="+Inf"} ${count}`,
    `docket_request_seconds_sum{${label}} ${sum}`,
    `docket_request_seconds_count{${label}} ${count}`,
  )
}
