import { expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import type { Db } from '#server/store/sql.ts'
import { configuredPolicies } from './configured.ts'

const shownFor = async (environment: Record<string, string>) => {
  const items = await configuredPolicies.list({} as Db, { platform: 'paxum', config: readConfig(environment) })
  return Object.fromEntries(items.map(({ id, shown }) => [id, shown]))
}

test('values are shown in words with units, never as they are set', async () => {
  const set = {
    FOUR_EYES: 'str-reject,bulk',
    ASSISTANT_ROLES: 'manager,super_admin',
    DEMO_SIGN_IN: '1',
    BULK_CLOSE_LIMIT: '1',
    BULK_CLOSE_MINUTES: '1440',
    CONTRADICTED_CLAIMS: 'ask',
    PRECEDENT_GUARD: 'off',
    OFFLINE_UNLOCK: 'device',
    TIPPING_OFF_WORDS: '{"paxum": ["report", "=SAR"], "*": []}',
    CLAMD: 'scanner.example:3310',
    SESSION_HOURS: '1',
    HOLD_SECONDS: '0',
    LOCK_MINUTES: '0',
    AUDIT_HEADS: 'https://robot:pass@heads.example/in?key=1',
  }
  expect(await shownFor(set)).toMatchObject({
    FOUR_EYES: 'Closing without an STR, Bulk closes',
    ASSISTANT_ROLES: 'Managers, Super administrators',
    DEMO_SIGN_IN: 'On',
    BULK_CLOSE_LIMIT: '1 alert',
    BULK_CLOSE_MINUTES: '1,440 minutes',
    CONTRADICTED_CLAIMS: 'Ask for a reason',
    PRECEDENT_GUARD: 'Off',
    OFFLINE_UNLOCK: 'Key on the device',
    TIPPING_OFF_WORDS: 'Paxum: report, SAR (whole word); Other platforms: none',
    CLAMD: 'scanner.example, port 3310',
    SESSION_HOURS: '1 hour',
    SESSION_MAX_HOURS: '72 hours',
    HOLD_SECONDS: 'None: decisions are sent at once',
    LOCK_MINUTES: 'Never',
    DWELL_MS: '400 milliseconds',
    RATE_LIMIT: '6,000 requests a minute',
    AUDIT_HEADS: 'https://heads.example/in?…',
  })
  expect(await shownFor({ CLAMD: '/run/clamd.sock', LOCK_MINUTES: '15' })).toMatchObject({
    TIPPING_OFF_WORDS: 'The built-in lists in ten languages',
    CLAMD: 'Socket /run/clamd.sock',
    LOCK_MINUTES: '15 minutes',
    FOUR_EYES: 'None',
  })
})
