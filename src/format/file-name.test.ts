import { describe, expect, it } from 'vitest'
import { dispositionName } from './file-name.ts'

describe('the name of a download', () => {
  it.each([
    [null, null],
    ['attachment', null],
    ['attachment; filename="a.pdf"', 'a.pdf'],
    [`attachment; filename="_.pdf"; filename*=UTF-8''%C3%A9t%C3%A9%20%27x%27.pdf`, "été 'x'.pdf"],
    [`attachment; filename="plain.pdf"; filename*=UTF-8''%E0%A4%A`, 'plain.pdf'],
  ])('%j is %j', (header, name) => expect(dispositionName(header)).toBe(name))
})
