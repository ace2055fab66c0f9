import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachCall, table } from '#contract/table.ts'
import { BASES } from '#contract/request.ts'
import { openApiDocument, type Operation } from '#server/openapi/document.ts'
import { AREAS, PARAMETERS } from '#server/openapi/parameters.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'

const contract = openApiDocument()
const operations = new Map<string, Operation>(
  Object.values(contract.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => [operation.operationId, operation] as const),
  ),
)
const find = (name: string) => {
  const operation = operations.get(name)
  if (!operation) throw new Error(`no operation ${name}`)
  return operation
}

test('contains no dangling reference', () => {
  const text = JSON.stringify(contract)
  const refs = new Set(
    [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind, name]) => `${kind} ${name}`),
  )
  expect(text.match(/"\$ref":"(?!#\/components)/g)).toBeNull()
  expect([...refs].filter((ref) => !contract.components[ref.split(' ')[0] ?? '']?.[ref.split(' ')[1] ?? ''])).toEqual(
    [],
  )
  // the company tree refers to itself
  expect(refs.size).toBeGreaterThan(1)
})

test('has every call of the contract, at its address', () => {
  const expected = [...eachCall()].map(([name, call]) => `${name} ${call.method} ${BASES[call.host]}${call.path}`)
  const found = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
  )
  expect(found.toSorted()).toEqual(expected.toSorted())
})

test('describes every path parameter, and no other', () => {
  const named = [...eachCall()].flatMap(([, { path }]) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  expect(Object.keys(PARAMETERS).toSorted()).toEqual([...new Set(named)].toSorted())
  expect(Object.keys(AREAS).toSorted()).toEqual(Object.keys(table).toSorted())
})

test.each([...eachCall()])('%s has its parameters, body, reply, role and notice', (name, call) => {
  const operation = find(name)
  const keys = (place: string) => operation.parameters.filter((one) => one.in === place).map((one) => one.name)
  expect({
    path: keys('path'),
    query: keys('query'),
    headers: keys('header').length > 0,
    body: operation.requestBody && Object.keys(operation.requestBody.content),
    roles: operation['x-roles'],
    notice: operation['x-notice'],
    open: operation.security !== undefined,
    deprecated: operation.deprecated ?? false,
    refusals: operation.responses['default'],
  }).toEqual({
    path: [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
    query: Object.keys(call.query ?? {}),
    headers: call.roles !== 'public',
    body: call.body && [call.sends === 'form' ? 'multipart/form-data' : 'application/json'],
    roles: typeof call.roles === 'string' ? undefined : call.roles,
    notice: call.notice,
    open: call.roles === 'public',
    deprecated: call.deprecated,
    refusals: { $ref: '#/components/responses/Refused' },
  })
})

test('has schemas as they are sent', () => {
  const status = find('cases.list').parameters.find((one) => one.name === 'status[]')
  expect(status).toMatchObject({
    in: 'query',
    required: false,
    explode: true,
    schema: { type: 'array', items: { enum: expect.arrayContaining(['new', 'await']) } },
  })
  expect(find('alerts.list').parameters.find((one) => one.name === 'caseId')?.required).toBe(true)
  expect(find('alerts.attach').requestBody).toMatchObject({
    required: true,
    content: { 'multipart/form-data': { schema: { properties: { file: { format: 'binary' } } } } },
  })
  expect(find('alerts.reject').requestBody?.required).toBe(false)
  expect(find('cases.list').responses['200']).toMatchObject({
    content: {
      'application/json': { schema: { required: ['items', 'total'], properties: { total: { type: 'number' } } } },
    },
  })
})

describe('on the demo server', () => {
  let server: TestServer
  let other: TestServer
  beforeAll(async () => {
    server = await testServer()
    other = await testServer({ env: { DEMO: 'none', CATALOGUE_ONLY: '1' } })
  })
  afterAll(() => Promise.all([server.close(), other.close()]))

  test('is a file, and a page without scripts and external resources', async () => {
    expect(await (await server.fetch('/api/openapi.json')).json()).toEqual(JSON.parse(JSON.stringify(contract)))
    const page = await server.fetch('/api/docs')
    const html = await page.text()
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    expect(html).not.toMatch(/<script|<style|<[^>]+ (style|on\w+)=|(src|href)="(?!\/|#)/)
    for (const name of operations.keys()) expect(html).toContain(`<details id="${name}">`)
    const [, style = ''] = /rel="stylesheet" href="([^"]+)"/.exec(html) ?? []
    const sheet = await server.fetch(style)
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  test('is absent elsewhere, and leaves out calls that the server lacks', async () => {
    expect((await other.fetch('/api/docs')).status).toBe(404)
    expect((await other.fetch('/api/openapi.json')).status).toBe(404)
    const plain = Object.keys(openApiDocument({ catalogueOnly: true }).paths)
    expect(plain).not.toContain('/api/sync/ops')
    expect(plain).toContain('/api/management/cases')
  })
})
