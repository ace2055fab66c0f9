// The CPU time of every reader of strangers' bytes on all of what should stop it. A reading is ended where it is dear.
import { ReaderFault } from '#server/readers/pool.ts'
import { ATTACKS, type Attack } from '#tests/support/hostile-readers.ts'
import { quantile, round, type Report } from '../report.ts'

/** The maximum CPU time for a MiB of input, ms. */
const DEAR = 3000
/** The maximum for a print, whose input is a fifth of a MiB, ms. */
const PRINT = 10_000
/** The readers that are fed at a time. */
const AT_A_TIME = 2

interface Measured {
  name: string
  cpuMs: number
  /** CPU time for a MiB of the input, ms. */
  perMib: number
  end: string
}

async function measureOne({ begin, mib }: Attack, cpuMs: number): Promise<Measured> {
  const { name, reading, end } = await begin({ cpuMs })
  const measured = (took: number, how: string) => ({ name, cpuMs: took, perMib: took / mib, end: how })
  try {
    return measured((await reading).cpuMs, 'read')
  } catch (error) {
    if (!(error instanceof ReaderFault)) throw error
    // a reading that was ended took what it may at least
    return measured(error.cpuMs ?? cpuMs, error.reason)
  } finally {
    await end()
  }
}

const isDear = ({ end }: Measured) => ['time', 'memory', 'crash'].includes(end)

async function measureReader([reader, attacks]: [string, readonly Attack[]]) {
  const all: Measured[] = []
  for (const attack of attacks) all.push(await measureOne(attack, attack.isPrint ? PRINT : DEAR * attack.mib))
  const [worst] = all.toSorted((a, b) => b.cpuMs - a.cpuMs)
  const count = (end: string) => all.filter((each) => each.end === end).length
  console.error(`${reader} is done: ${all.length} inputs`)
  const row = {
    reader,
    inputs: all.length,
    'CPU ms a MiB, median': round(
      quantile(
        all.map(({ perMib }) => perMib),
        0.5,
      ),
    ),
    worst: round(worst?.perMib ?? 0),
    'worst, CPU ms': round(worst?.cpuMs ?? 0),
    'worst input': worst?.name ?? '',
    read: count('read'),
    unreadable: count('unreadable'),
    'ended for time': count('time'),
    memory: count('memory'),
    crash: count('crash'),
  }
  return { row, ended: all.filter(isDear).map(({ name, end }) => `${reader}, ended for ${end}: ${name}`) }
}

export async function measure(): Promise<Report> {
  const waiting = Object.entries(ATTACKS)
  const done: Awaited<ReturnType<typeof measureReader>>[] = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) done.push(await measureReader(next))
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  const ended = done.flatMap((each) => each.ended)
  return {
    title:
      'Readers of strangers’ bytes on 10 MiB of what should stop them, prints on the largest forms that are stored',
    rows: done.map(({ row }) => row),
    notes: [`CPU time of the reader’s process, at most ${DEAR} ms a MiB, and ${PRINT} ms a print.`, ...ended],
    isMissed: ended.length > 0,
  }
}
