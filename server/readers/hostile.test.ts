// Every reader of strangers' bytes on 10 MiB of what should stop it: a value or a named fault, and the server goes on meanwhile.
// A sample here; `npm run bench -- readers` tries all of it, and prints what each takes.
import { describe, expect, test } from 'vitest'
import { ATTACKS } from '#tests/support/hostile-readers.ts'
import { ReaderFault } from './pool.ts'

/** Attacks of a reader that are tried here: those that stand first stopped one once, or end soon. */
const SAMPLE = 2

// tests/contract/form-files.test.ts covers texts that take long to print
const short = Object.entries(ATTACKS).filter(([, attacks]) => attacks.every(({ isPrint }) => !isPrint))

describe.each(short)('%s', (_, attacks) => {
  test.each(attacks.slice(0, SAMPLE).map((attack, n) => [n, attack] as const))(
    'ends in a value or a named fault, in a process of its own: %i',
    { timeout: 120_000 },
    async (_n, { pool, begin }) => {
      const { name, reading, end } = await begin()
      // it waits for a process or is in one; nothing of it has run here
      expect(pool.load).toBe(1)
      let turns = 0
      let isOver = false
      const turn = () => {
        turns += 1
        if (!isOver) setImmediate(turn)
      }
      setImmediate(turn)
      const outcome = await reading.then(
        () => 'read',
        (error: unknown) => (error instanceof ReaderFault ? error.reason : error),
      )
      isOver = true
      await end()
      expect(outcome, name).toBeOneOf(['read', 'unreadable', 'time', 'memory'])
      // the event loop went round while it was read
      expect(turns, name).toBeGreaterThan(1)
      expect(pool.load).toBe(0)
    },
  )
})
