import { expect, test } from 'vitest'
import type { DocumentForm } from '#contract/model/forms/document-form.ts'
import { formDocument } from './form-document.ts'

const printed = { date: '2026-03-10 12:00:00', timezone: 'UTC' }

test('a text of many lines is printed whole, in parts', () => {
  const lines = Array.from({ length: 1201 }, (_, n) => `line ${n}.`)
  const form = {
    uuid: '',
    formType: 'sar',
    platform: 'paxum',
    customerId: '1',
    customerName: 'Jane Roe',
    status: 'new',
    version: 1,
    author: { id: 'a', name: 'a' },
    createAt: printed,
    updateAt: printed,
    files: [],
    data: { narrative: lines.join('\n') },
  } as unknown as DocumentForm
  const stacks: { text: string }[][] = []
  JSON.stringify(formDocument(form, printed), (key, value: unknown) => {
    if (key === 'stack') stacks.push(value as { text: string }[])
    return value
  })
  expect(stacks.map((parts) => parts.map(({ text }) => text.split('\n').length))).toEqual([[500, 500, 201]])
  expect(stacks[0]?.map(({ text }) => text).join('\n')).toBe(lines.join('\n'))
})
