// Every call with what is wrong with it: what nobody has, what another platform has, a body that is none or too large.
import { expect, test } from 'vitest'
import { toPath, type Call } from '#contract/call.ts'
import { eachCall } from '#contract/table.ts'
import { BASES } from '#contract/request.ts'
import type { As } from '#tests/support/server.ts'
import { NOON } from '#tests/support/world.ts'
import { findRow } from './roles/rows.ts'
import { startInFolder } from '#tests/support/start-world.ts'

const { server, world } = await startInFolder({ now: () => NOON })

/** Somebody with every role on every platform, so that nothing is refused for that. */
const ANYBODY = 'superadmin'
const calls = [...eachCall()].filter(([, call]) => call.roles !== 'public')
const namesIn = ({ path }: Call) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

interface Given {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** An input that succeeds, anew. */
async function inputOf(name: string): Promise<Given> {
  const row = findRow(name)
  return (await row?.input(await world.addCase(row.on), world, ANYBODY)) ?? {}
}

async function statusOf(call: Call, input: Given, as: As = {}): Promise<number> {
  const response = await server.send(call, input as never, { as: ANYBODY, ...as })
  // whoever does not read it holds a connection
  if (call.gives === 'stream') await response.body?.cancel()
  else await response.arrayBuffer()
  return response.status
}

/** Parameters that name no object: what is searched for, one's own words, and the platform, which has a walk below. */
const WORDS = new Set(['platform', 'term', 'query', 'phrase', 'fieldName', 'sessionId'])
/** Words of a list, and what is said of one that is not on it; people to whom work cannot be given. */
const LISTED: Record<string, number> = { status: 400, type: 400, formType: 400, scope: 404, kind: 404, ruleType: 404 }
/** Calls about the account itself, on any platform, and calls open to readers of any platform. */
const OF_ACCOUNT = new Set(['device', 'session', 'account', 'n'])
/** Sanctions lists, adverse names and policies are there on every platform. */
const OF_SERVER = new Set(['source', 'name', 'policy'])
/** Says on which of the account's platforms a document is. */
const SEEN_FROM_ANYWHERE = 'files.locate'
const PEOPLE: Record<string, number> = { userId: 400, managerId: 400 }
/** Of a rule that nobody has there is nothing open: a list says so by being empty, an act by a conflict. */
const BY_RULE: Record<string, number> = {
  'alerts.byRule ruleId': 200,
  'accountAlerts.active ruleId': 200,
  'accountAlerts.assignByRule ruleId': 409,
  'accountAlerts.resolveByRule ruleId': 409,
}
const UNKNOWN = ['404404', 'no-such-thing', '00000000-0000-4000-8000-000000000404', '9'.repeat(20)]

test('an unknown object', { timeout: 300_000 }, async () => {
  const wrong: string[] = []
  for (const [name, call] of calls) {
    for (const param of namesIn(call).filter((each) => !WORDS.has(each))) {
      for (const unknown of UNKNOWN) {
        const input = await inputOf(name)
        const status = await statusOf(call, { ...input, params: { ...input.params, [param]: unknown } })
        const expected = LISTED[param] ?? PEOPLE[param] ?? BY_RULE[`${name} ${param}`] ?? 404
        if (status !== expected) wrong.push(`${name} {${param}} ${unknown}: ${status}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

test('an object of another platform', { timeout: 300_000 }, async () => {
  // the two have customers of the same numbers
  await server.db.deleteFrom('customer').where('platform', '=', 'paydek').execute()
  const wrong: string[] = []
  for (const [name, call] of calls) {
    const objects = namesIn(call).filter(
      (each) =>
        !WORDS.has(each) && !(each in LISTED) && !(each in PEOPLE) && !OF_ACCOUNT.has(each) && !OF_SERVER.has(each),
    )
    if (objects.length === 0 || name === SEEN_FROM_ANYWHERE) continue
    const { params = {}, body, ...rest } = await inputOf(name)
    for (const person of Object.keys(PEOPLE)) if (person in params) params[person] = 'admin'
    if ('platform' in params) params['platform'] = 'paydek'
    const there = typeof body === 'object' && body !== null && 'platform' in body
    const input = { ...rest, params, body: there ? { ...body, platform: 'paydek' } : body }
    const status = await statusOf(call, input, { platform: 'paydek' })
    if (status !== 404) wrong.push(`${name}: ${status}`)
  }
  expect(wrong).toEqual([])
})

test('an object of another person', { timeout: 120_000 }, async () => {
  const answers: [string, number, number][] = []
  for (const [name, call] of calls) {
    const row = findRow(name)
    if (!row?.ofAnother) continue
    const { of = 'analyst', as = 'analyst2' } = row.ofAnother
    const input = async () => (await row.input(await world.addCase(row.on), world, of)) as Given
    const other = await statusOf(call, await input(), { as })
    // an object that is refused as another person's exists for its owner
    answers.push([name, other, await statusOf(call, await input(), { as: of })])
  }
  const expected = calls.flatMap(([name]) => {
    const { ofAnother } = findRow(name) ?? {}
    return ofAnother ? [[name, ofAnother.status, 200]] : []
  })
  expect(answers).toEqual(expected)
  // a person's own: uploads, documents, devices, sessions, backtests, tickets of the assistant
  expect(answers.map(([name]) => name)).toEqual([
    'rules.cancelBacktest',
    'documentForms.attachment',
    'documentForms.documentUrl',
    'files.locate',
    'files.fetch',
    'assistant.history',
    'assistant.question',
    'assistant.simpleQuestion',
    'settings.remove',
    'sessions.end',
    'sync.ops',
    'sync.registerDevice',
    'sync.revokeDevice',
    'sync.stream',
  ])
})

test('a platform that the account lacks, wherever it is named', { timeout: 300_000 }, async () => {
  const wrong: string[] = []
  const refuse = async (where: string, call: Call, input: Given, as: As) => {
    const status = await statusOf(call, input, as)
    if (status !== 403) wrong.push(`${where}: ${status}`)
  }
  for (const [name, call] of calls) {
    const input = await inputOf(name)
    const as = { as: 'analyst-px', platform: 'paxum' }
    for (const platform of ['paydek', 'atlantis']) {
      await refuse(`${name} header ${platform}`, call, input, { ...as, platform })
      if (namesIn(call).includes('platform')) {
        await refuse(`${name} path ${platform}`, call, { ...input, params: { ...input.params, platform } }, as)
      }
      if (call.query && 'platform' in call.query) {
        await refuse(`${name} query ${platform}`, call, { ...input, query: { ...input.query, platform } }, as)
      }
      if (call.body && typeof input.body === 'object' && 'platform' in (input.body ?? {})) {
        await refuse(`${name} body ${platform}`, call, { ...input, body: { ...input.body, platform } }, as)
      }
    }
  }
  expect(wrong).toEqual([])
})

test('an invalid page, and the highest possible one', { timeout: 300_000 }, async () => {
  const wrong: string[] = []
  for (const [name, call] of calls.filter(([, { query }]) => query && 'page' in query)) {
    const { query, ...input } = await inputOf(name)
    const at = async (page: Record<string, string>) => statusOf(call, { ...input, query: { ...query, ...page } })
    const none = ['0', '-1', '1.5', 'x', '1e400', '100000001', '9007199254740991']
    for (const page of none) if ((await at({ page })) !== 400) wrong.push(`${name} page ${page}`)
    for (const pageSize of ['0', '1.5', '10000001']) {
      if ((await at({ pageSize })) !== 400) wrong.push(`${name} pageSize ${pageSize}`)
    }
    for (const pageSize of ['1', '1000']) {
      const status = await at({ page: '100000000', pageSize })
      if (status !== 200) wrong.push(`${name} far page of ${pageSize}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
})

const writers = calls.filter(([, call]) => call.body)

/** A call with these bytes in the place of its body. */
async function sendBytes(name: string, call: Call, body: BodyInit, contentType: string): Promise<number> {
  const { params = {} } = await inputOf(name)
  const path = call.path.replace(/\{(\w+)\}/g, (_, each: string) => encodeURIComponent(params[each] ?? ''))
  const headers = {
    'auth-token': await server.token(ANYBODY),
    [call.host === 'kyc' ? 'project' : 'platform']: 'paxum',
    'content-type': contentType,
    'if-match': '*',
  }
  return (await server.fetch(BASES[call.host] + path, { method: call.method, headers, body })).status
}

test('an invalid body: not JSON, not a form, of another shape', { timeout: 300_000 }, async () => {
  const wrong: string[] = []
  for (const [name, call] of writers) {
    const type = call.sends === 'json' ? 'application/json' : 'multipart/form-data; boundary=x'
    const bodies = call.sends === 'json' ? ['{', '[]', '"text"', '7', '{"platform":7,"note":7}'] : ['--x', '{}', '']
    for (const body of bodies) {
      const status = await sendBytes(name, call, body, type)
      if (status !== 400) wrong.push(`${name} ${body}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
})

test('a body too large', { timeout: 300_000 }, async () => {
  const statuses: Record<string, number> = {}
  const large = { json: 4 * 1024 * 1024 + 1, form: 25 * 1024 * 1024 + 1 }
  for (const [name, call] of writers) {
    const type = call.sends === 'json' ? 'application/json' : 'multipart/form-data; boundary=x'
    statuses[name] = await sendBytes(name, call, Buffer.alloc(large[call.sends], 32), type)
  }
  expect(statuses).toEqual(Object.fromEntries(writers.map(([name]) => [name, 413])))
})

test('a second file, under the name of the first or under one of its own', { timeout: 120_000 }, async () => {
  const wrong: string[] = []
  for (const [name, call] of writers.filter(([, { sends }]) => sends === 'form')) {
    for (const second of [undefined, 'file2']) {
      const { params, query, body } = await inputOf(name)
      const [[field, file] = []] = Object.entries(body as Record<string, File>)
      if (!field || !file) throw new Error(`${name}: its row has no file`)
      const form = new FormData()
      form.append(field, file)
      form.append(second ?? field, new File(['y'], 'y.txt'))
      const headers = { 'auth-token': await server.token(ANYBODY), platform: 'paxum' }
      const path = BASES[call.host] + toPath(call, { ...(params && { params }), ...(query && { query }) })
      const { status } = await server.fetch(path, { method: call.method, headers, body: form })
      if (status !== 400) wrong.push(`${name} ${second ?? field}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
})
