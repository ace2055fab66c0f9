import { describe, expect, expectTypeOf, test } from 'vitest'
import type * as z from 'zod/mini'
import { NOTICES, toPath, type Call, type Input, type Output, type Parsed } from '#contract/call.ts'
import { eachCall, table, type Table } from '#contract/table.ts'
import { CATALOGUE, NOTICED, OURS } from './catalogue.ts'

/** Fields that travel only where the server says it takes them. */
const ADDED_FIELDS = new Set([
  'anew',
  'approval',
  'age[]',
  'amount[]',
  'due',
  'firstAlert',
  'finished[]',
  'risk[]',
  'sort',
  'backtest',
  'closeCases',
  'expiry',
  'reason',
  'review',
  'stage',
  'tippingOffReason',
  'version',
  'versionId',
])

const calls = [...eachCall()]
const line = (call: Call) => `${call.method} ${call.path}`
const byLine = new Map(calls.map(([, call]) => [line(call), call]))

function find(wanted: string): Call {
  const call = byLine.get(wanted)
  if (!call) throw new Error(`no call ${wanted}`)
  return call
}

interface Def {
  shape?: Record<string, z.ZodMiniType>
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
}

/** The keys of an object schema, also of an optional one; none for what is free. */
function keysOf(schema: z.ZodMiniType | undefined): string[] {
  const def = schema?.def as Def | undefined
  if (def?.innerType) return keysOf(def.innerType)
  return Object.keys(def?.shape ?? {}).filter((key) => !ADDED_FIELDS.has(key))
}

/** The keys of a reply, and those of the items it lists as `items.id`. */
function replyKeys(schema: z.ZodMiniType): string[] {
  const items = (schema.def as Def).shape?.['items']?.def as Def | undefined
  return [...keysOf(schema), ...keysOf(items?.element).map((key) => `items.${key}`)]
}

const words = (text = '') => text.split(' ').filter(Boolean).toSorted()

describe('the table of calls', () => {
  test('contains the catalogue and our additions', () => {
    expect(calls.map(([, call]) => line(call)).toSorted()).toEqual(
      [...CATALOGUE.map(([entry]) => entry), ...OURS].toSorted(),
    )
  })

  for (const [entry, named = {}] of CATALOGUE) {
    test(entry, () => {
      const call = find(entry)
      expect({
        query: Object.keys(call.query ?? {})
          .filter((key) => !ADDED_FIELDS.has(key))
          .toSorted(),
        body: keysOf(call.body).toSorted(),
        reply: words(named.reply).filter((key) => !replyKeys(call.reply).includes(key)),
      }).toEqual({ query: words(named.query), body: words(named.body), reply: [] })
    })
  }

  test('marks as ours exactly the calls without a path in the specification', () => {
    expect(
      calls
        .filter(([, call]) => call.ours)
        .map(([, call]) => line(call))
        .toSorted(),
    ).toEqual(OURS.toSorted())
  })

  test('has the notice times of the specification, in ms', () => {
    expect(NOTICES).toEqual({ SAVE: 2000, Delete: 1000, 'Load File': 2000 })
  })

  test('marks the two older resolve calls as deprecated', () => {
    expect(calls.filter(([, call]) => call.deprecated).map(([name]) => name)).toEqual([
      'accountAlerts.resolve',
      'accountAlerts.resolveByRule',
    ])
  })

  test('needs no session only for calls before sign-in', () => {
    expect(calls.filter(([, call]) => call.roles === 'public').map(([name]) => name)).toEqual([
      'session.login',
      'session.logout',
      'session.refresh',
      'session.refreshByGet',
      'session.check',
      'session.exchange',
      'documentForms.pdf',
      'documentForms.document',
      'assistant.ping',
      'sync.capabilities',
      'sync.lock',
      'sync.unlock',
    ])
  })

  test('has the intended notice for every write', () => {
    const wrong = calls.filter(([, call]) => {
      const usual = { GET: undefined, POST: 'SAVE', PATCH: 'SAVE', DELETE: 'Delete' }[call.method]
      return call.notice !== (line(call) in NOTICED ? NOTICED[line(call)] : usual)
    })
    expect(wrong.map(([name]) => name)).toEqual([])
  })
})

describe('paths', () => {
  const OUTSIDE =
    /^\/(login\/\w+|session|logout|get_document_url_by_id|capabilities|sync\/\w+(\/\{(device|session)\})?)$/

  test('begin with management, except those directly under the base', () => {
    const wrong = calls.filter(
      ([, call]) => call.host === 'api' && !call.path.startsWith('/management/') && !OUTSIDE.test(call.path),
    )
    expect(wrong.map(([name]) => name)).toEqual([])
  })

  test('have another host in three areas only', () => {
    const areas = new Set(calls.filter(([, call]) => call.host !== 'api').map(([name]) => name.split('.')[0]))
    expect([...areas]).toEqual(['kyc', 'files', 'assistant'])
  })

  test('differ in more than parameter names', () => {
    const shapes = calls.map(([, call]) => `${call.host} ${call.method} ${call.path.replace(/\{\w+\}/g, '{}')}`)
    expect(shapes.filter((shape, i) => shapes.indexOf(shape) !== i)).toEqual([])
  })

  test('resolve to their own call, the most literal first', () => {
    const lost = calls.filter(([, call]) => match(call.host, call.method, fill(call.path)) !== call)
    expect(lost.map(([name]) => name)).toEqual([])
  })

  test('encode a parameter into one segment', () => {
    expect(toPath(table.customers.search, { params: { platform: '*', term: 'a/b c' } })).toBe(
      '/management/search/*/customer/a%2Fb%20c/',
    )
  })

  test('require every parameter', () => {
    expect(() => toPath(table.rules.view, { params: { ruleId: '' } })).toThrow('{ruleId}')
  })
})

/** Path parameters filled with what no literal segment is called. */
function fill(path: string): string {
  return path.replace(/\{(\w+)\}/g, 'value-of-$1')
}

function match(host: string, method: string, path: string): Call | undefined {
  return calls
    .map(([, call]) => call)
    .filter((call) => call.host === host && call.method === method)
    .filter((call) => pattern(call.path).test(path))
    .toSorted((a, b) => (literalFirst(a) < literalFirst(b) ? -1 : 1))[0]
}

/** Sorts literal segments before parameters. */
function literalFirst(call: Call): string {
  return call.path.replace(/\{\w+\}/g, '~')
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\./g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
}

test('a caller passes the call’s input and receives its reply', () => {
  type Cases = Table['cases']
  expectTypeOf<Input<Cases['assign']>['params']>().toEqualTypeOf<Record<'caseId' | 'userId', string>>()
  expectTypeOf<Input<Table['accountAlerts']['changeStatus']>['body']['sar']>().toEqualTypeOf<0 | 1 | undefined>()
  expectTypeOf<Parsed<Table['accountAlerts']['changeStatus']>['body']['sar']>().toEqualTypeOf<0 | 1>()
  expectTypeOf<Parsed<Cases['list']>['query']['page']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<Parsed<Table['customers']['list']>['query']['date[]']>().toEqualTypeOf<string[] | undefined>()
  expectTypeOf<Output<Table['reports']['transactions']>['items'][number]['transaction_usd_amount']>().toBeString()
  expectTypeOf<Output<Table['configSets']['view']>['configSet']['value']>().toEqualTypeOf<string[]>()
  expectTypeOf<Parsed<Table['documentForms']['attach']>['body']['file']>().toEqualTypeOf<File>()
  // @ts-expect-error a parameter that the path does not have
  expectTypeOf<Input<Cases['view']>['params']>().toHaveProperty('alertId')
})
