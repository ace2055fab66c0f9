// The processor time of a program and of everything that it starts, read from /proc; on other systems nothing is known.
import { readFileSync, readdirSync } from 'node:fs'

/** A process that ends between two looks counts as it was at the first, ms. */
const INTERVAL = 250
/** The unit of times in /proc. */
const TICKS_PER_SECOND = 100
/** In the environment of a stage's programs, so that what outlives its parent is found: PostgreSQL does. */
const MARK = 'DOCKET_STAGE'
/** A process that was just forked still has its parent's environment: only then is it known as a stranger. */
const LOOKS = 4

/**
 * Watches the programs that are started with `env`, and what they start. `end` stops watching and returns seconds of
 * processor time by kind of program; undefined where the system does not tell.
 */
export function watchProcessorTime(stage) {
  const mark = `${MARK}=${process.pid}.${stage}`
  const found = new Map()
  const strangers = new Map()
  const look = () => {
    for (const each of readProcesses()) {
      const known = found.get(each.key)
      if (known) Object.assign(known, each)
      else if ((strangers.get(each.key) ?? 0) < LOOKS) {
        if (found.has(each.parent) || environmentOf(each).includes(mark)) found.set(each.key, each)
        else strangers.set(each.key, (strangers.get(each.key) ?? 0) + 1)
      }
    }
    for (const each of found.values()) each.kind = kindOf(each) ?? each.kind ?? 'runner'
  }
  const timer = process.platform === 'linux' ? setInterval(look, INTERVAL) : undefined
  return {
    env: { [MARK]: mark.slice(MARK.length + 1) },
    end() {
      if (!timer) return undefined
      look()
      clearInterval(timer)
      const seconds = {}
      for (const { kind, ticks } of found.values()) seconds[kind] = (seconds[kind] ?? 0) + ticks / TICKS_PER_SECOND
      return seconds
    },
  }
}

function readProcesses() {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => [pid, read(`/proc/${pid}/stat`)])
    .filter(([, stat]) => stat !== '')
    .map(([pid, stat]) => {
      // the name of the program, in brackets, may have spaces
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return { pid, parentPid: fields[1], started: fields[19], ticks: Number(fields[11]) + Number(fields[12]) }
    })
  // a number is used again, but not with the same moment of start
  const keys = new Map(stats.map(({ pid, started }) => [pid, `${pid}.${started}`]))
  return stats.map(({ pid, parentPid, ticks }) => ({ pid, ticks, key: keys.get(pid), parent: keys.get(parentPid) }))
}

const environmentOf = ({ pid }) => read(`/proc/${pid}/environ`).split('\0')

/** By its command line; undefined once it has ended. */
function kindOf({ pid }) {
  const line = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
  if (line === '') return undefined
  if (/chrom/.test(line)) return 'browser'
  if (/^\S*postgres/.test(line)) return 'database'
  if (/server\/main\.m?[jt]s/.test(line)) return 'server'
  return 'runner'
}

/** Empty for a process that has ended, or of somebody else. */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
