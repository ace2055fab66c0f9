import { expect, it } from 'vitest'
import type { Api } from '#src/data/net/api.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { createDocumentReader, findFile } from './read-document.ts'

const which = { platform: 'paxum', customerId: '17', id: 'doc' }
const { signal } = new AbortController()

const refusal = (status: number) =>
  new ApiError({ name: 'document', method: 'GET', kind: status === 401 ? 'unauthorised' : 'missing', status })

/** A server whose addresses live as long as it says, and a clock. */
function world(isGood: (token: string) => boolean) {
  let now = 0
  const asked: string[] = []
  let made = 0
  const api = {
    send: () => Promise.resolve({ url: `/api/management/document?token=t${(made += 1)}` }),
    open: (_: unknown, { query }: { query: { token: string } }) => {
      asked.push(query.token)
      return isGood(query.token) ? Promise.resolve(new Response('bytes')) : Promise.reject(refusal(401))
    },
  } as unknown as Api
  const reader = createDocumentReader(api, () => now)
  return { reader, asked, after: (ms: number) => (now += ms) }
}

it('uses an address while it is valid, and requests another after', async () => {
  const { reader, asked, after } = world(() => true)
  await reader.read(which, signal)
  after(500_000)
  await reader.read(which, signal)
  after(95_000)
  await reader.read(which, signal)
  expect(asked).toEqual(['t1', 't1', 't2'])
})

it('requests a new address where it has expired, and fails where that one has expired too', async () => {
  const { reader, asked } = world((token) => token === 't2')
  expect(await (await reader.read(which, signal)).text()).toBe('bytes')
  expect(asked).toEqual(['t1', 't2'])
  const never = world(() => false)
  await expect(never.reader.read(which, signal)).rejects.toMatchObject({ status: 401 })
  expect(never.asked).toEqual(['t1', 't2'])
})

it('asks a server that can locate files once, also for an unknown file', async () => {
  const asked: string[] = []
  const api = {
    send: (_: unknown, { params }: { params: { fileId: string } }) => {
      asked.push(params.fileId)
      return params.fileId === 'x' ? Promise.resolve({ platform: 'paydek' }) : Promise.reject(refusal(404))
    },
    open: (_: unknown, { params }: { params: { platform: string } }) => {
      asked.push(params.platform)
      return Promise.resolve(new Response('bytes'))
    },
  } as unknown as Api
  const sought = { platforms: ['paxum', 'aplus', 'paydek'], locates: true }
  expect((await findFile(api, { ...sought, fileId: 'x' }, signal)).name).toBe('x')
  expect(asked.splice(0)).toEqual(['x', 'paydek'])
  await expect(findFile(api, { ...sought, fileId: 'nowhere' }, signal)).rejects.toMatchObject({ status: 404 })
  expect(asked).toEqual(['nowhere'])
})

it('searches the platforms one by one where the server cannot locate a file, and takes the returned name', async () => {
  const asked: string[] = []
  const api = {
    open: (_: unknown, { params }: { params: { platform: string } }) => {
      asked.push(params.platform)
      if (params.platform !== 'paydek') return Promise.reject(refusal(404))
      const headers = { 'content-disposition': `attachment; filename="a.pdf"; filename*=UTF-8''R%C3%A9sum%C3%A9.pdf` }
      return Promise.resolve(new Response('bytes', { headers }))
    },
  } as unknown as Api
  const sought = { fileId: 'x', platforms: ['paxum', 'paydek', 'aplus'], locates: false }
  expect((await findFile(api, sought, signal)).name).toBe('Résumé.pdf')
  expect(asked).toEqual(['paxum', 'paydek'])
  await expect(findFile(api, { ...sought, platforms: ['paxum'] }, signal)).rejects.toMatchObject({ status: 404 })
})
