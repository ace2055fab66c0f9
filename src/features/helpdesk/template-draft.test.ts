import { describe, expect, it } from 'vitest'
import {
  isTemplateBehind,
  NEW_TEMPLATE,
  templateBodyOf,
  templateDifferences,
  templateDraftOf,
} from './template-draft.ts'

const receipt = { id: 'r', name: 'Receipt', subject: 'Your receipt', content: 'Hello.', version: 3 }

describe('a ticket template that is being written', () => {
  it('differs from the stored one field by field', () => {
    const base = templateDraftOf(receipt)
    expect(templateDifferences(base, base)).toEqual([])
    expect(templateDifferences({ ...base, content: 'Hi.' }, base)).toEqual([
      { label: 'Text', theirs: 'Hello.', yours: 'Hi.' },
    ])
  })
  it('is outdated once somebody else has saved, and never where the server counts no versions', () => {
    const draft = templateDraftOf(receipt)
    expect(isTemplateBehind(draft, templateDraftOf({ ...receipt, version: 4 }))).toBe(true)
    expect(isTemplateBehind(draft, draft)).toBe(false)
    expect(isTemplateBehind(NEW_TEMPLATE, draft)).toBe(false)
  })
  it('is sent trimmed, with the version it was based on', () => {
    const { id: _, ...sent } = receipt
    expect(templateBodyOf({ ...templateDraftOf(receipt), name: ' Receipt ' })).toEqual(sent)
    expect(templateBodyOf(NEW_TEMPLATE)).toEqual({ name: '', subject: '', content: '' })
  })
})
