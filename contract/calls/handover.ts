/** The handover of a shift (ours); for managers. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { MANAGERS } from '#contract/model/roles.ts'
import { handover as handoverSchema } from '#contract/model/handover.ts'

const base = '/management/team/handover'

export const handover = {
  /** The newest first. */
  list: call('GET', base, { roles: MANAGERS, ours: true, reply: z.object({ items: z.array(handoverSchema) }) }),
  /** Writes down what came, went and waits: since the last one, or of the last hours. */
  write: call('POST', base, {
    roles: MANAGERS,
    ours: true,
    body: z.object({ hours: z.nullable(z.number()) }),
    reply: handoverSchema,
    notice: 'SAVE',
  }),
  /** Sends it by mail, to colleagues on the platform only. */
  mail: call('POST', `${base}/{handoverId}/mail`, {
    roles: MANAGERS,
    ours: true,
    body: z.object({ to: z.array(z.string()).check(z.minLength(1), z.maxLength(200)) }),
    reply: z.object({ message: z.string() }),
  }),
}
