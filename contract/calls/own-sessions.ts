/** One's own sessions: additions of this server to signing in and out. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'

export const sessions = {
  /** One's own active sessions, the latest used first. */
  list: call('GET', '/sync/sessions', {
    roles: 'everybody',
    ours: true,
    reply: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          /** That of this request. */
          current: z.boolean(),
          startedAt: z.string(),
          seenAt: z.string(),
          expiresAt: z.string(),
          locked: z.boolean(),
          /** Null for a client that registered no device. */
          device: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  /** Ends one of one's own sessions. */
  end: call('DELETE', '/sync/sessions/{session}', {
    roles: 'everybody',
    ours: true,
    reply: z.object({ message: z.string() }),
    notice: 'Delete',
  }),
}
