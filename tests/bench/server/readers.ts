// The CPU time of every reader of strangers' bytes on all of what should stop it, within the limits of the product.
import { ReaderFault } from '#server/readers/pool.ts'
import { ATTACKS, type Attack } from '#tests/support/hostile-readers.ts'
import { quantile, round, type Report } from '../report.ts'

interface Measured {
  name: string
  /** CPU time in ms for a MiB of the input; undefined where the process was ended for its memory or time. */
  perMib: number | undefined
  end: string
}

async function measureOne({ begin, mib }: Attack): Promise<Measured> {
  const { name, reading, end } = await begin()
  try {
    return { name, perMib: (await reading).cpuMs / mib, end: 'read' }
  } catch (error) {
    if (!(error instanceof ReaderFault)) throw error
    const { cpuMs, reason } = error
    return { name, perMib: cpuMs === undefined ? undefined : cpuMs / mib, end: reason }
  } finally {
    await end()
  }
}

export async function measure(): Promise<Report> {
  const rows: Report['rows'] = []
  const ended: string[] = []
  for (const [reader, attacks] of Object.entries(ATTACKS)) {
    const all: Measured[] = []
    for (const attack of attacks) all.push(await measureOne(attack))
    const timed = all.flatMap(({ name, perMib }) => (perMib === undefined ? [] : [{ name, perMib }]))
    const [worst] = timed.toSorted((a, b) => b.perMib - a.perMib)
    // all of them take many minutes
    console.error(`${reader} is done: ${all.length} inputs`)
    const count = (end: string) => all.filter((each) => each.end === end).length
    const figures = timed.map(({ perMib }) => perMib)
    rows.push({
      reader,
      inputs: all.length,
      'CPU ms a MiB, median': round(quantile(figures, 0.5)),
      worst: round(worst?.perMib ?? 0),
      'worst input': worst?.name ?? '',
      read: count('read'),
      unreadable: count('unreadable'),
      time: count('time'),
      memory: count('memory'),
      crash: count('crash'),
    })
    for (const { name, end } of all)
      if (['time', 'memory', 'crash'].includes(end)) ended.push(`${reader}, ${end}: ${name}`)
  }
  return {
    title: 'Readers of strangers’ bytes on 10 MiB of what should stop them (forms: 4 MiB)',
    rows,
    notes: ['CPU time of the reader’s process; a reading that was ended by a limit has none.', ...ended],
  }
}
