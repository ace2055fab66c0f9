import { describe, expect, test } from 'vitest'
import { accountAlerts } from '#contract/calls/cases/account-alerts.ts'
import { customers } from '#contract/calls/customers.ts'
import { helpdesk } from '#contract/calls/helpdesk.ts'
import { auditOf, NOON } from '#tests/support/world.ts'
import { startInFolder } from '#tests/support/start-world.ts'

const NOW = new Date(NOON.getTime() + 3_600_000)
const { server, world } = await startInFolder({ now: () => NOW })

const ofCustomer = (customerId: string, platform = 'paxum') => ({ params: { platform, customerId } })
describe('one customer', () => {
  test('has empty details where nothing more is known', async () => {
    const bare = ofCustomer('100')
    expect(await server.call(customers.info, bare)).toEqual({
      profile: {
        customerId: '100',
        firstName: 'Ada',
        lastName: 'Byron',
        username: 'ada',
        countryOfResidence: 'GB',
        registrationDate: '2026-03-10',
        accountStatus: 'Active',
        accountKycStatus: 'Unconfirmed',
      },
      address: null,
      addressDocuments: [],
      emails: [],
      identityDocuments: [],
      phones: [],
      products: [],
      riskScore: null,
    })
    expect(await server.call(customers.riskProfile, bare)).toBeNull()
    expect(await server.call(customers.companyTree, bare)).toBeNull()
    for (const call of [customers.sanctions, customers.documents, customers.notes, customers.log]) {
      expect(await server.call(call, bare), call.path).toEqual({ items: [] })
    }
  })

  test('has all details, of this customer alone', async () => {
    const profile = {
      registrationDate: '2024-05-01',
      registrationNumber: '4711',
      industry: 'freight',
      isFinancialInstitution: true,
      transactionApprovalEnabled: 0,
      monthlyDepositsUsd: 3120,
      address: { line: '1 Quay', city: 'Halifax', state: 'NS', zip: 'B3J 1S9', country: 'CA' },
    }
    await world.addCustomer({ id: '900', name: 'Quay Freight Inc.', type: 'business', country: 'CA', profile })
    for (const [customer_id, n] of [
      ['900', 0],
      ['200', 9],
    ] as const) {
      const of = { platform: 'paxum', customer_id }
      const when = new Date('2026-01-02T03:04:05Z')
      const { db } = server
      await db
        .insertInto('customer_email')
        .values({ ...of, email: 'b@quay.example', is_confirmed: true })
        .execute()
      await db
        .insertInto('customer_email')
        .values({ ...of, email: 'z@quay.example', is_primary: true })
        .execute()
      await db
        .insertInto('customer_phone')
        .values({ ...of, phone: '+1 902 555 0100', is_primary: true })
        .execute()
      await db
        .insertInto('customer_product')
        .values({ ...of, id: 'w1', name: 'Wallet', status: 'active', currency: 'CAD' })
        .execute()
      for (const [index, purpose] of (['identity', 'address', 'other'] as const).entries()) {
        const id = `00000000-0000-4000-8000-0000000000${n}${index}`
        const about = { purpose, name: `${purpose}.pdf`, type: `${purpose} paper`, status: 'Confirmed' }
        const more = purpose === 'identity' ? { number: 'P1', country: 'CA', expires_on: '2030-01-31' } : {}
        await db
          .insertInto('customer_document')
          .values({ ...of, id, ...about, ...more, created_at: new Date(when.getTime() + index) })
          .execute()
      }
      const factors = [
        { name: 'kyc', label: 'Identity', value: 'Unconfirmed', score: 5 },
        { name: 'industry', label: 'Industry', value: 'freight', score: 30 },
      ]
      const risk = { score: 35, level: 'medium', diligence: 'FDD' } as const
      await db
        .insertInto('customer_risk')
        .values({ ...of, ...risk, factors: JSON.stringify(factors), updated_at: when })
        .execute()
    }
    const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
    const one = ofCustomer('900')
    expect(await server.call(customers.info, one)).toEqual({
      profile: {
        customerId: '900',
        name: 'Quay Freight Inc.',
        countryOfRegistration: 'CA',
        registrationDate: '2024-05-01',
        registrationNumber: '4711',
        industry: 'freight',
        isFinancialInstitution: true,
        transactionApprovalEnabled: false,
        monthlyDepositsUsd: '3120',
        accountStatus: 'Active',
        accountKycStatus: 'Unconfirmed',
      },
      address: profile.address,
      addressDocuments: [{ id: id(1), type: 'address paper', status: 'Confirmed' }],
      emails: [
        { email: 'z@quay.example', isPrimary: true, isConfirmed: false },
        { email: 'b@quay.example', isPrimary: false, isConfirmed: true },
      ],
      identityDocuments: [
        {
          id: id(0),
          type: 'identity paper',
          number: 'P1',
          country: 'CA',
          expiryDate: '2030-01-31',
          status: 'Confirmed',
        },
      ],
      phones: [{ phone: '+1 902 555 0100', isPrimary: true, isConfirmed: false }],
      products: [{ id: 'w1', name: 'Wallet', status: 'active', currency: 'CAD' }],
      riskScore: { score: 35, level: 'medium', diligence: 'FDD' },
    })
    expect(await server.call(customers.riskProfile, one)).toEqual({
      score: 35,
      level: 'medium',
      diligence: 'FDD',
      factors: [
        { name: 'industry', label: 'Industry', value: 'freight', score: 30 },
        { name: 'kyc', label: 'Identity', value: 'Unconfirmed', score: 5 },
      ],
      updatedAt: { date: '2026-01-02 03:04:05', timezone: 'UTC' },
    })
    const { items } = await server.call(customers.documents, one)
    expect(items.map(({ name }) => name)).toEqual(['other.pdf', 'address.pdf', 'identity.pdf'])
  })

  test('has twelve months of totals: by month, country and counterparty', async () => {
    const of = ofCustomer('s1')
    await world.addCustomer({ id: 's1', name: 'Sol', country: 'US' })
    const bare = await server.call(customers.activity, of)
    const none = { count: 0, usd: '0' }
    expect(bare.months).toHaveLength(12)
    const [present] = bare.months.slice(-1)
    expect(present).toEqual({ month: NOW.toISOString().slice(0, 7), deposits: none, withdrawals: none })
    expect([bare.countries, bare.parties]).toEqual([[], []])

    await world.addCustomer({ id: 's2', name: 'Tea', country: 'CA' })
    const plain = { platform: 'paxum', amount: '1', currency: 'EUR', service: 'p2p', data: '{}' }
    const month = (back: number, day = 1) => new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() - back, day))
    const one = (id: string, at: Date, usd: string, direction: 'incoming' | 'outgoing', other: string | null) => ({
      ...plain,
      id,
      at,
      usd,
      direction,
      customer_id: 's1',
      client_name: 'Sol',
      counterparty_id: other,
      counterparty_name: other ? 'Tea' : 'Shop',
      counterparty_country: other ? 'CA' : null,
    })
    await server.db
      .insertInto('transaction')
      .values([
        one('s-1', month(11), '100.50', 'incoming', 's2'),
        // a moment before the first of the months
        one('s-0', new Date(month(11).getTime() - 1), '999', 'incoming', 's2'),
        one('s-2', month(0), '20', 'outgoing', null),
        // the other party's own entry: what it sends comes in here
        { ...one('s-3', month(0), '7', 'outgoing', 's1'), customer_id: 's2', client_name: 'Tea' },
      ])
      .execute()
    const { months, countries, parties } = await server.call(customers.activity, of)
    expect(months[0]).toMatchObject({ deposits: { count: 1, usd: '100.50' }, withdrawals: none })
    expect(months[11]).toMatchObject({ deposits: { count: 1, usd: '7' }, withdrawals: { count: 1, usd: '20' } })
    expect(months.slice(1, 11).every(({ deposits, withdrawals }) => deposits.count + withdrawals.count === 0)).toBe(
      true,
    )
    expect(countries).toEqual([
      { country: 'CA', incoming: { count: 2, usd: '107.50' }, outgoing: none },
      { country: null, incoming: none, outgoing: { count: 1, usd: '20' } },
    ])
    expect(parties).toEqual([
      { id: 's2', name: 'Tea', country: 'CA', incoming: { count: 2, usd: '107.50' }, outgoing: none },
      { id: null, name: 'Shop', country: null, incoming: none, outgoing: { count: 1, usd: '20' } },
    ])
  })

  test('has its transactions, and those in which it is the counterparty', async () => {
    const at = (day: number) => new Date(`2026-02-0${day}T12:00:00Z`)
    await world.addCustomer({ id: 'm1', name: 'Mia Moss', country: 'US' })
    const own = await world.addCase({
      counterpartyId: 'm1',
      counterpartyName: 'Mia Moss',
      service: 'p2p',
      createdAt: at(1),
    })
    const plain = {
      platform: 'paxum',
      customer_id: 'm1',
      currency: 'USD',
      usd: '5',
      amount: '5',
      client_name: 'Mia Moss',
    }
    const sent = {
      ...plain,
      direction: 'outgoing',
      service: 'eftOwn',
      country: 'US',
      data: '{"transactionDesc":"Rent May"}',
    } as const
    const rows = [
      {
        ...sent,
        id: 'm-2',
        at: at(2),
        counterparty_id: null,
        counterparty_name: 'Landlord',
        counterparty_country: null,
      },
      {
        ...sent,
        id: 'm-3',
        at: at(3),
        counterparty_id: 'm1',
        counterparty_name: 'Mia Moss',
        counterparty_country: 'US',
      },
    ]
    await server.db.insertInto('transaction').values(rows).execute()
    const of = ofCustomer('m1')
    const { items, total, capped } = await server.call(customers.transactions, of)
    expect([total, capped, items.map((one) => one.transactionId)]).toEqual([
      3,
      false,
      ['m-3', 'm-2', own.transactionId],
    ])
    expect(items[2]).toEqual({
      transactionId: own.transactionId,
      transactionUtcDate: '2026-02-01 12:00:00',
      transactionType: 'p2p',
      transactionDirection: 'incoming',
      transactionAmount: '12400.00',
      transactionCurrency: 'USD',
      transactionUsdAmount: '12400.00',
      transactionStatus: 'new',
      transactionDesc: 'Invoice 7',
      counterPartyName: 'Ada Byron',
      counterPartyCountry: 'GB',
      caseId: own.id,
    })
    expect(items[1]).toMatchObject({ counterPartyName: 'Landlord', transactionDirection: 'outgoing', caseId: null })
    const list = async (query: object) =>
      (await server.call(customers.transactions, { ...of, query })).items.map((one) => one.transactionId)
    expect({
      incoming: await list({ direction: 'incoming' }),
      service: await list({ 'service[]': ['eftOwn', 'wireOwn'] }),
      party: await list({ search: 'byron' }),
      description: await list({ search: 'RENT' }),
      id: await list({ search: 'm-2' }),
      dates: await list({ 'date[]': ['2026-02-01', '2026-02-02'] }),
      second: await list({ page: 2, pageSize: 2 }),
    }).toEqual({
      incoming: [own.transactionId],
      service: ['m-3', 'm-2'],
      party: [own.transactionId],
      description: ['m-3', 'm-2'],
      id: ['m-2'],
      dates: ['m-2', own.transactionId],
      second: [own.transactionId],
    })
  })

  test('has its notes, and its log with actions on its account, newest first', async () => {
    await world.addCustomer({ id: 'n1', name: 'Nia' })
    const of = { platform: 'paxum', customer_id: 'n1' }
    const early = new Date('2026-01-01T00:00:00Z')
    const noteId = '00000000-0000-4000-8000-00000000aaaa'
    await server.db
      .insertInto('customer_note')
      .values({ ...of, id: noteId, author: 'Desk', text: 'Called.', created_at: early })
      .execute()
    const event = {
      ...of,
      author: 'system',
      action: 'profile changed',
      field: 'countryOfResidence',
      before: 'CA',
      after: 'GB',
    }
    await server.db
      .insertInto('customer_event')
      .values({ ...event, at: early })
      .execute()
    const alert = await world.addAccountAlert({ customerId: 'n1' })
    const params = { alertId: alert.id, managerId: 'analyst', status: 'resolved' }
    await server.call(accountAlerts.assign, { params })
    await server.call(accountAlerts.changeStatus, { params, body: { note: 'A student abroad.', sar: 1 } })
    const { items: notes } = await server.call(customers.notes, ofCustomer('n1'))
    expect(notes.map(({ text, author }) => [text, author])).toEqual([
      ['A student abroad.', 'Mara Lindqvist'],
      ['Called.', 'Desk'],
    ])
    const { items } = await server.call(customers.log, ofCustomer('n1'))
    expect(items.map(({ by, action, field, before, after }) => [by, action, field, before, after])).toEqual([
      ['Mara Lindqvist', 'resolve alert', 'status', 'new', 'sar'],
      ['Mara Lindqvist', 'assign', 'manager', 'none', 'Mara Lindqvist'],
      ['system', 'profile changed', 'countryOfResidence', 'CA', 'GB'],
    ])
  })

  test('takes a note with author and audit; an empty one, or one of another platform, is refused', async () => {
    await world.addCustomer({ id: 'n3', name: 'Noa' })
    const write = (body: { note: string }, as = 'analyst', customerId = 'n3') =>
      server.send(customers.addNote, { ...ofCustomer(customerId), body }, { as })
    expect((await write({ note: '  ' })).status).toBe(400)
    expect((await write({ note: 'Seen.' }, 'outsider')).status).toBe(403)
    expect((await write({ note: 'Seen.' }, 'analyst', 'nobody')).status).toBe(404)
    expect((await write({ note: 'Called about the new address.' })).status).toBe(200)
    const { items } = await server.call(customers.notes, ofCustomer('n3'))
    expect(items).toMatchObject([{ text: 'Called about the new address.', author: 'Mara Lindqvist' }])
    const written = await auditOf(server.db, 'customer', 'n3')
    expect(written).toMatchObject([{ actor: 'analyst', action: 'add note', note: 'Called about the new address.' }])
  })

  test('has a log with the outcomes of sanctions hits and requested forms', async () => {
    const customerId = 'n2'
    await world.addCustomer({ id: customerId, name: 'Nor' })
    const found = { platform: 'paxum', party: 'customer', party_key: '', party_name: 'Nor', list: 'Test list' } as const
    const entry = { entry_id: '1', name: 'NOR, Ivan', score: 0.9, details: '{}', checked_at: NOON }
    const ofBoth = [customerId, '100'].map((customer_id) => ({ ...found, ...entry, customer_id }))
    await server.db.insertInto('sanctions_hit').values(ofBoth).execute()
    const { items: hits } = await server.call(customers.sanctions, ofCustomer(customerId))
    const [hit] = hits
    const matchId = hit?.id ?? ''
    const decision = { outcome: 'false_positive' as const, note: 'Born elsewhere.', version: hit?.version ?? 0 }
    const whose = { platform: 'paxum', customerId }
    await server.call(customers.decideSanction, { params: { ...whose, matchId }, body: decision })
    const ask = (formType: string, of = whose) => server.call(helpdesk.createForm, { params: { ...of, formType } })
    const funds = await ask('source_of_funds')
    const wealth = await ask('source_of_wealth')
    await ask('source_of_wealth', { ...whose, customerId: '100' })
    await server.call(helpdesk.formLink, { params: { formId: funds.id } })
    const file = new File(['Payslips.'], 'funds.txt', { type: 'text/plain' })
    await server.call(helpdesk.submitForm, { params: { formId: funds.id }, body: { file } })
    await server.call(helpdesk.withdrawForm, { params: { formId: wealth.id } })
    const { items } = await server.call(customers.log, ofCustomer(customerId))
    expect(items.map(({ by, action, field, before, after }) => [by, action, field, before, after])).toEqual([
      ['Mara Lindqvist', 'withdraw form', 'Source of wealth', 'not submitted', 'withdrawn'],
      ['Mara Lindqvist', 'submit form', 'Source of funds', 'not submitted', 'submitted'],
      ['Mara Lindqvist', 'ask for form', 'Source of wealth', 'none', 'not submitted'],
      ['Mara Lindqvist', 'ask for form', 'Source of funds', 'none', 'not submitted'],
      ['Mara Lindqvist', 'decide sanctions hit', 'outcome', 'potential match', 'false positive: NOR, Ivan'],
    ])
  })

  test('has a company tree three levels deep, and stops at a cycle', async () => {
    const ids = ['t1', 't2', 't3'] as const
    for (const id of ids) await world.addCustomer({ id, name: `Tree ${id}`, type: 'business', country: 'CA' })
    const member = (
      company_id: string,
      member_id: string,
      role: 'owner' | 'owner_company' | 'User',
      share: number | null,
    ) => ({
      platform: 'paxum',
      company_id,
      member_id,
      role,
      share,
      name: `As told ${member_id}`,
      type: role === 'owner_company' ? ('business' as const) : ('personal' as const),
      country: 'MT',
    })
    const rows = [
      member('t1', 'x-user', 'User', null),
      member('t1', 't2', 'owner_company', 60),
      member('t1', '100', 'owner', 40),
      member('t2', 'x-holding', 'owner_company', 100),
      member('x-holding', 'x-person', 'owner', 100),
      member('t3', 't3', 'owner_company', 100),
    ]
    await server.db.insertInto('company_member').values(rows).execute()
    const leaf = { customerId: null, type: 'personal', country: 'MT', children: [] }
    expect(await server.call(customers.companyTree, ofCustomer('t1'))).toEqual({
      customerId: 't1',
      name: 'Tree t1',
      type: 'business',
      role: null,
      share: null,
      country: 'CA',
      children: [
        {
          customerId: 't2',
          name: 'Tree t2',
          type: 'business',
          role: 'owner_company',
          share: 60,
          country: 'CA',
          children: [
            {
              customerId: null,
              name: 'As told x-holding',
              type: 'business',
              role: 'owner_company',
              share: 100,
              country: 'MT',
              children: [{ ...leaf, name: 'As told x-person', role: 'owner', share: 100 }],
            },
          ],
        },
        { ...leaf, customerId: '100', name: 'Ada Byron', role: 'owner', share: 40, country: 'GB' },
        { ...leaf, name: 'As told x-user', role: 'User', share: null },
      ],
    })
    expect(await server.call(customers.companyTree, ofCustomer('t3'))).toMatchObject({
      children: [{ customerId: 't3', children: [] }],
    })
  })
})
