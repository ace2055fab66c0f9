import { ADMINISTRATORS, MANAGERS } from '#contract/model/roles.ts'
import { describe, expect, it } from 'vitest'
import { switchPath } from '#src/app/shell/platform-switch.ts'
import { isId, PAGES, SCREENS, TABS } from './screens.tsx'

/** Path and section id as in the specification (docs/design/specification.md#screens); null where it gives none. */
const SPECIFIED: readonly (readonly [string, number | null])[] = [
  ['dashboard/', 0],
  ['cases/', 1],
  ['case/{caseId}', 1],
  ['rules/', 2],
  ['rules/{ruleId}', 2],
  ['revision/{revisionId}', 2],
  ['rule/add', 2],
  ['allowlists', 3],
  ['allowlists/add', 3],
  ['{allowlistId}/{ruleId}', 3],
  ['allowlists/version/{allowlistId}/{ruleId}', 3],
  ['reports', 4],
  ['customers/', 5],
  ['customers/customer/{customerId}', 5],
  ['test/', 5],
  ['contracts/', 6],
  ['model-setting', null],
  ['add-model-setting', null],
  ['item-model-setting/{id}', null],
  ['zoho-form', null],
  ['500', null],
  ['403', null],
]

describe('the table of routes', () => {
  it('has every screen of the specification, each under its section', () => {
    const ours = new Map(SCREENS.map(({ path, section }) => [path, section ?? null]))
    expect(SPECIFIED.map(([path]) => [path, ours.get(path)])).toEqual(SPECIFIED)
  })

  it('has every top-level route', () => {
    expect(new Set(PAGES.map(({ path }) => path))).toEqual(
      new Set(['/', '/authorize', '/redirect', '/open-doc/{uud}', '/logout', '/notFound']),
    )
  })

  it('has no path twice', () => {
    const paths = SCREENS.map(({ path }) => path.replace(/\/$/, ''))
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('has the tabs in order, contracts for administrators only, one a section', () => {
    expect(TABS.map(({ title, only }) => [title, only])).toEqual([
      ['Clients', undefined],
      ['Transactions', undefined],
      ['Contracts', ADMINISTRATORS],
      ['Rules', undefined],
      ['Allow lists', undefined],
      ['Data', undefined],
      ['Team', MANAGERS],
    ])
    expect(new Set(TABS.map(({ section }) => section)).size).toBe(TABS.length)
  })

  it('restricts test, contracts, dashboard and Administration to administrators', () => {
    const restricted = SCREENS.filter(({ only }) => only === ADMINISTRATORS).map(({ name }) => name)
    expect(restricted.toSorted()).toEqual(
      [
        'dashboard',
        'testPage',
        'contracts',
        'gallery',
        'presence',
        'access',
        'audit',
        'reads',
        'jobs',
        'notices',
        'policies',
        'screening-lists',
      ].toSorted(),
    )
  })
})

describe('ids in addresses', () => {
  it.each(['foo', 'add', 'cases', 'customer', '', 'a b1', '../1', 'x'.repeat(65)])('%j is invalid', (text) =>
    expect(isId(text)).toBe(false),
  )
  it.each(['1', '100231', 'PX100231', '*77', 'c0ffee00-1d1e-4f5a-9b1c-000000000001'])('%j is valid', (text) =>
    expect(isId(text)).toBe(true),
  )
})

describe('switching platform', () => {
  it('goes from a case, a rule, a client or an allow list to the list, and keeps lists open', () => {
    const leads = Object.fromEntries(SCREENS.map((screen) => [screen.name, switchPath(screen)]))
    expect(leads).toMatchObject({
      cases: 'cases/',
      case: 'cases/',
      customers: 'customers/',
      customer: 'customers/',
      rules: 'rules/',
      rule: 'rules/',
      allowlists: 'allowlists',
      allowlist: 'allowlists',
      reports: 'reports',
      modelSettingItem: 'model-setting',
      form: 'forms/sar',
      forms: 'forms/sar',
    })
  })

  it('never leads to an address with an id of the other platform', () => {
    for (const screen of SCREENS) expect(switchPath(screen)).not.toContain('{')
  })
})
