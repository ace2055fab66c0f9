/** What this server adds to the catalogue. */
import type { sync } from '#contract/calls/sync.ts'
import { REASONS } from '#contract/model/values.ts'
import { checkDevice, devicesOf, lostBy, registerDevice, revokeDevice } from '#server/sync/devices.ts'
import { changesSince, snapshotLines } from '#server/sync/feed.ts'
import { linesResponse } from '#server/sync/lines.ts'
import { runBatch } from '#server/sync/ops.ts'
import { bury, loseRest, unknownOf } from '#server/sync/receipts.ts'
import { eventStream } from '#server/sync/stream.ts'
import type { Services } from '#server/services.ts'
import { Refusal, type Handlers } from './handlers.ts'
import packageJson from '../../package.json' with { type: 'json' }

export function syncCalls({ log, pokes }: Services): Handlers<typeof sync> {
  return {
    capabilities: async (_, { config }) => ({
      version: packageJson.version,
      ops: true,
      feed: true,
      settings: true,
      reasons: REASONS,
      holdSeconds: config.holdSeconds,
      dwellMs: config.dwellMs,
      fourEyes: [...config.fourEyes],
      sanctionDecisions: true,
      ticketTemplates: true,
      trials: true,
      demo: config.demo !== 'none',
    }),

    async ops({ body }, context) {
      if (context.platform === '') throw new Refusal(400, 'platform: the header is missing')
      await checkDevice(context, body.device)
      const results = await runBatch(body, context, (err) => log.error({ err }, 'a queued operation failed'))
      return { serverTime: context.now().toISOString(), results }
    },

    snapshot: async ({ query }, { db, now, request }) =>
      linesResponse(request, snapshotLines(db, query.platform, query.kind, now), (err) =>
        log.warn({ err }, 'a snapshot broke off'),
      ),

    rows: ({ query }, { db, now }) => changesSince(db, query.platform, query.since, now().getTime(), query.limit),

    async registerDevice({ body }, context) {
      const { config, now } = context
      return {
        shares: await registerDevice(context, body.device, body.label),
        serverTime: now().toISOString(),
        offlineHours: config.offlineHours,
        lockMinutes: config.lockMinutes,
      }
    },

    devices: async (_, context) => ({ items: await devicesOf(context) }),

    async revokeDevice({ params }, context) {
      await revokeDevice(context, params.device)
      return { message: 'The device was revoked.' }
    },

    receipts: async ({ body }, context) => ({ unknown: await unknownOf(context, body.opIds) }),

    async tombstones({ body }, context) {
      await bury(context, body.device, body.items)
      return { message: 'Noted.' }
    },

    async storageReset({ body }, context) {
      return { message: 'Noted.', lost: await loseRest(context, body) }
    },

    async stream({ query }, context) {
      const { device } = query
      if (device !== undefined) await checkDevice(context, device)
      return eventStream({
        pokes,
        platform: query.platform,
        lost: () => lostBy(context, query.platform, device),
        signal: context.request.signal,
        onError: (err) => log.warn({ err }, 'a device could not be checked'),
      })
    },
  }
}
