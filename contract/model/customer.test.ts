import { expect, test } from 'vitest'
import { countForms } from '#contract/model/forms/document-form.ts'
import { filterGroup } from '#contract/model/rules/filter.ts'
import { sortConfigSets } from './config-set.ts'
import { companyNode, customerName, customerType, pathTerm, sortAlertsInfo } from './customer.ts'

test('a profile with a company name is a business, any other a person', () => {
  const business = { name: 'Acme Ltd', firstName: 'Ann' }
  const person = { firstName: 'Ann', lastName: 'Lee' }
  expect([customerType(business), customerName(business)]).toEqual(['business', 'Acme Ltd'])
  expect([customerType(person), customerName(person)]).toEqual(['personal', 'Ann Lee'])
  expect([customerType({}), customerName({})]).toEqual(['personal', ''])
  expect(customerName({ lastName: 'Lee' })).toBe('Lee')
})

test('the alert summary is sorted by status, ignoring case', () => {
  const info = ['sar', 'New', 'await', 'RESOLVED'].map((status) => ({ status }))
  expect(sortAlertsInfo(info).map((one) => one.status)).toEqual(['await', 'New', 'RESOLVED', 'sar'])
})

test('an empty search term is sent as a space', () => {
  expect([pathTerm(''), pathTerm('ann'), pathTerm(' ')]).toEqual([' ', 'ann', ' '])
})

test('config sets are listed newest first', () => {
  expect(sortConfigSets([{ id: 2 }, { id: 10 }, { id: 1 }]).map((one) => one.id)).toEqual([10, 2, 1])
})

test('forms are counted by type', () => {
  const forms = [
    { formType: 'sar', status: 'submitted' },
    { formType: 'sar', status: 'review' },
    { formType: 'edd_ong', status: 'new' },
    { formType: 'sar', status: 'new' },
  ]
  expect(Object.fromEntries(countForms(forms))).toEqual({
    sar: { submitted: 1, notSubmitted: 2 },
    edd_ong: { submitted: 0, notSubmitted: 1 },
  })
})

test('the ownership tree is read down to the last level', () => {
  const leaf = {
    customerId: null,
    name: 'Ann',
    type: 'personal',
    role: 'owner',
    share: 51,
    country: 'CA',
    children: [],
  }
  const tree = { ...leaf, name: 'Acme', type: 'business', children: [leaf] }
  expect(companyNode.safeParse(tree).success).toBe(true)
  expect(companyNode.safeParse({ ...tree, children: [{ ...leaf, role: 'thief' }] }).success).toBe(false)

  const condition = { field: 'a', operator: 'equal', value: 1 }
  const deep = { combinator: 'or', rules: [{ combinator: 'and', rules: [condition] }] }
  expect(filterGroup.parse(deep)).toEqual(deep)
  expect(filterGroup.safeParse({ combinator: 'or', rules: [{ combinator: 'nor', rules: [] }] }).success).toBe(false)
})
