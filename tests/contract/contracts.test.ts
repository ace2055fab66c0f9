import { describe, expect, test } from 'vitest'
import { customers } from '#contract/calls/customers.ts'
import { NOON } from '#tests/support/world.ts'
import { startWorld } from '#tests/support/start-world.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)
const { server, world } = await startWorld({ now: () => NOW })

describe('contracts', () => {
  const as = { as: 'admin' }
  test('are listed, found, and shown in full', async () => {
    await world.addCustomer({ id: 'c1', name: 'Cedar Ltd', type: 'business' })
    const at = (day: number) => new Date(`2026-01-0${day}T00:00:00Z`)
    const contract = { platform: 'paxum', type: 'Merchant agreement', terms: JSON.stringify({ Fee: '0.5 %' }) }
    const rows = [
      {
        ...contract,
        id: 'K1',
        customer_id: 'c1',
        status: 'ACTIVE' as const,
        created_at: at(1),
        signed_at: at(2),
        ends_at: null,
      },
      {
        ...contract,
        id: 'K2',
        customer_id: '200',
        status: 'UNSIGNED' as const,
        created_at: at(3),
        signed_at: null,
        ends_at: at(9),
      },
    ]
    await server.db.insertInto('contract').values(rows).execute()
    await server.db
      .insertInto('contract')
      .values({ ...contract, platform: 'paydek', id: 'K9', customer_id: '100', status: 'NEW', created_at: at(1) })
      .execute()
    const of = { platform: 'paxum', contract_id: 'K1', author: 'Desk' }
    await server.db
      .insertInto('contract_event')
      .values([
        { ...of, at: at(1), status: 'NEW' },
        { ...of, at: at(2), status: 'ACTIVE' },
      ])
      .execute()
    const file = { id: '00000000-0000-4000-8000-00000000bbbb', platform: 'paxum', customer_id: 'c1', contract_id: 'K1' }
    await server.db
      .insertInto('customer_document')
      .values({
        ...file,
        purpose: 'contract',
        name: 'signed.pdf',
        type: 'Contract',
        status: 'Confirmed',
        created_at: at(2),
      })
      .execute()
    const list = async (query: object) =>
      (await server.call(customers.contracts, { query }, as)).items.map(({ id }) => id)
    expect({
      all: await list({}),
      status: await list({ status: 'ACTIVE' }),
      customer: await list({ customerId: '200' }),
      name: await list({ search: 'cedar' }),
      id: await list({ search: 'K2' }),
      none: await list({ search: 'nobody' }),
      second: await list({ page: 2, pageSize: 1 }),
    }).toEqual({
      all: ['K2', 'K1'],
      status: ['K1'],
      customer: ['K2'],
      name: ['K1'],
      id: ['K2'],
      none: [],
      second: ['K1'],
    })
    const stamp = (day: number) => ({ date: `2026-01-0${day} 00:00:00`, timezone: 'UTC' })
    expect(await server.call(customers.contract, { params: { platform: 'paxum', contractId: 'K1' } }, as)).toEqual({
      id: 'K1',
      platform: 'paxum',
      customerId: 'c1',
      customerName: 'Cedar Ltd',
      type: 'Merchant agreement',
      status: 'ACTIVE',
      createAt: stamp(1),
      signedAt: stamp(2),
      endsAt: null,
      terms: { Fee: '0.5 %' },
      files: [{ id: file.id, name: 'signed.pdf' }],
      history: [
        { at: stamp(1), by: 'Desk', status: 'NEW' },
        { at: stamp(2), by: 'Desk', status: 'ACTIVE' },
      ],
    })
    for (const contractId of ['K9', 'K404']) {
      expect(await server.refusal(customers.contract, { params: { platform: 'paxum', contractId } }, as)).toEqual([
        404,
        `There is no contract ${contractId} here.`,
      ])
    }
    expect((await server.refusal(customers.contracts, { query: { status: 'OPEN' } }, as))[0]).toBe(400)
  })
})
