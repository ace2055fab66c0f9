import { defineCommand, type Command, type Ctx } from '#src/commands/command.ts'

interface KeepOffline extends Pick<Command, 'id' | 'when'> {
  /** "case": its plural has an s. */
  noun: string
  labelOf: (c: Ctx) => string
  idsOf: (c: Ctx) => readonly string[]
  /** The maximum number of rows made available at once. */
  most: number
  /** Reads rows into this device's cache; answers how many are there. */
  keep: (ids: readonly string[], onProgress: (done: number) => void) => Promise<number>
}

/** The command that makes rows available offline: the same key in every list. */
export const keepOfflineCommand = ({ id, when, noun, labelOf, idsOf, most, keep }: KeepOffline): Command =>
  defineCommand({
    id,
    title: (c) => `Make ${labelOf(c)} available offline`,
    shortTitle: 'Make available offline',
    group: 'View',
    keywords:
      'offline, go offline, work offline, download, prefetch, keep, save for offline, cache, take with me, plane, train',
    when,
    keys: ['shift+o'],
    gathers: true,
    calls: [],
    run: (c) => {
      const ids = idsOf(c).slice(0, most)
      const say = (done: number) => c.actions.say(`Reading ${done} of ${ids.length}`)
      say(0)
      keep(ids, say).then(
        (kept) =>
          c.actions.say(kept === 1 ? `1 ${noun} is available offline` : `${kept} ${noun}s are available offline`),
        () => c.actions.say('Not all could be read'),
      )
    },
  })
