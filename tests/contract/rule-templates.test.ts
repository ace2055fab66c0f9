import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { helpdesk } from '#contract/calls/helpdesk.ts'
import { rules } from '#contract/calls/rules/rules.ts'
import type { RuleBody } from '#contract/model/rules/rule.ts'
import type { As } from '#tests/support/server.ts'
import { startWorld } from '#tests/support/start-world.ts'

const admin = { as: 'admin' }
const { server } = await startWorld()

async function refusal(call: Call, input: object, as: As = admin) {
  const response = await server.send(call, input as never, as)
  const { message = '' } = response.ok ? {} : ((await response.json()) as { message?: string })
  return { status: response.status, message }
}

const bodyOf = (zohoTemplates: string[]): RuleBody => ({
  name: 'Large payments',
  description: '',
  platform: 'paxum',
  type: 'transaction',
  criteria: { limit_transaction: { limit: '10000' } },
  options: { action: 'alert', trigger_event: 'transaction', zohoTemplates },
})
const create = (zohoTemplates: string[]) => server.call(rules.create, { body: bodyOf(zohoTemplates) }, admin)

test('a rule’s ticket templates are of its platform, and are cloned by name', async () => {
  const letter = (platform: string, name: string) =>
    server.call(
      helpdesk.createTemplate,
      { params: { platform }, body: { name, subject: 'Your payment', content: 'What was it for?' } },
      { as: 'admin', platform },
    )
  const [asked, only, there] = [
    await letter('paxum', 'Purpose'),
    await letter('paxum', 'Only in paxum'),
    await letter('paydek', 'purpose'),
  ]
  expect(await refusal(rules.create, { body: bodyOf([asked.id, there.id]) })).toMatchObject({
    status: 400,
    message: expect.stringContaining(`options.zohoTemplates.1: there is no ticket template ${there.id}`),
  })
  const rule = await create([asked.id])
  const to = (ruleId: string) => ({ body: { ruleId, platform: 'paydek' } })
  const clone = await server.call(rules.clone, to(rule.id), admin)
  expect(clone.options).toEqual({ ...rule.options, zohoTemplates: [there.id] })
  const alone = await create([only.id])
  expect(await refusal(rules.clone, to(alone.id), admin)).toMatchObject({
    status: 409,
    message: expect.stringContaining('no ticket template called “only in paxum”'),
  })
})

test('a rule keeps a deleted template that it names, and accepts no unknown one', async () => {
  const params = { platform: 'paxum' }
  const words = { subject: 'Your payment', content: 'What was it for?' }
  const made = await server.call(helpdesk.createTemplate, { params, body: { name: 'Soon gone', ...words } }, admin)
  const rule = await create([made.id])
  await server.call(helpdesk.deleteTemplate, { params: { ...params, tempId: made.id } }, admin)
  const change = (zohoTemplates: string[], name: string) => ({
    params: { ruleId: rule.id },
    body: { rule: { ...bodyOf(zohoTemplates), name, reason: 'Another template.' } },
  })
  const renamed = await server.call(rules.change, change([made.id], 'Very large payments'), admin)
  expect(renamed).toMatchObject({ name: 'Very large payments', options: { zohoTemplates: [made.id] } })
  const trial = { rule: bodyOf([made.id]), ruleId: rule.id, days: 30 } as const
  expect(await server.call(rules.backtest, { body: trial }, admin)).toMatchObject({ status: 'Processing' })
  // it cannot go along
  const clone = await server.call(rules.clone, { body: { ruleId: rule.id, platform: 'paydek' } }, admin)
  expect(clone.options.zohoTemplates ?? []).toEqual([])
  // another rule, or this one once it was taken out, may not name it
  expect(await refusal(rules.create, { body: bodyOf([made.id]) })).toMatchObject({ status: 400 })
  await server.call(rules.change, change([], 'Very large payments'), admin)
  expect(await refusal(rules.change, change([made.id], 'Very large payments'))).toMatchObject({
    status: 400,
    message: expect.stringContaining(`rule.options.zohoTemplates.0: there is no ticket template ${made.id}`),
  })
})
