/** Model configuration sets (docs/design/specification.md#calls). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { MANAGERS } from '#contract/model/roles.ts'
import { done } from '#contract/model/common.ts'
import { configSet, configSetBody, configSetChange } from '#contract/model/config-set.ts'

const byId = '/management/config_set/{configId}'
const reply = z.object({ configSet })

export const configSets = {
  list: call('GET', '/management/config_set/{platform}', {
    roles: 'everybody',
    reply: z.object({ items: z.array(configSet) }),
  }),
  create: call('POST', '/management/config_set/', { roles: MANAGERS, body: configSetBody, reply, notice: 'SAVE' }),
  change: call('PATCH', byId, { roles: MANAGERS, body: configSetBody, reply, notice: 'SAVE' }),
  delete: call('DELETE', byId, { roles: MANAGERS, reply: done, notice: 'Delete' }),
  view: call('GET', '/management/config_set/{platform}/{configId}', { roles: 'everybody', reply }),
  /** The changes with their authors, newest first (ours). */
  history: call('GET', '/management/config_set/{platform}/{configId}/history', {
    roles: 'everybody',
    ours: true,
    reply: z.object({ items: z.array(configSetChange) }),
  }),
}
