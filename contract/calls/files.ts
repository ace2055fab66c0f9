/** The platforms' file hosts (docs/design/specification.md#calls). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'

export const files = {
  /** On which of the account's platforms a file is: links from other systems name its id alone. */
  locate: call('GET', '/{fileId}', {
    roles: 'everybody',
    host: 'files',
    ours: true,
    reply: z.object({ platform: z.string() }),
  }),
  fetch: call('GET', '/{platform}/{fileId}', {
    roles: 'everybody',
    host: 'files',
    ours: true,
    gives: 'file',
    reply: z.unknown(),
  }),
}
