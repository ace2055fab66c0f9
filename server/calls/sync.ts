/** What this server adds to the catalogue. */
import type { Logger } from 'pino'
import type { sync } from '#contract/calls/sync.ts'
import { REASONS } from '#contract/model/values.ts'
import { runBatch } from '#server/sync/ops.ts'
import { Refusal, type Handlers } from './handlers.ts'
import packageJson from '../../package.json' with { type: 'json' }

export function syncCalls(log: Logger): Handlers<typeof sync> {
  return {
    capabilities: async (_, { config }) => ({
      version: packageJson.version,
      ops: true,
      feed: false,
      settings: true,
      reasons: REASONS,
      holdSeconds: config.holdSeconds,
      fourEyes: [],
      demo: config.demo !== 'none',
    }),

    async ops({ body }, context) {
      if (context.platform === '') throw new Refusal(400, 'platform: the header is missing')
      const results = await runBatch(body, context, (err) => log.error({ err }, 'a queued operation failed'))
      return { serverTime: context.now().toISOString(), results }
    },
  }
}
