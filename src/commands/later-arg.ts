/** The argument of a command that brings something back: one of the usual days, or a typed one. */
import { dayText } from '#src/format/day.ts'
import { readLater, laterDays } from '#src/format/later.ts'
import { defineArg, type Ctx } from './command.ts'

export const laterArg = (prompt: (c: Ctx) => string) =>
  defineArg<'day', string>({
    name: 'day',
    type: 'date',
    prompt,
    source: (c) =>
      laterDays(c.ports.now()).map(({ name, day }) => ({ id: name, value: day, title: name, detail: dayText(day) })),
    create: (c, query) => {
      const day = readLater(query, c.ports.now())
      return day ? { id: day, value: day, title: dayText(day), detail: day } : null
    },
  })
