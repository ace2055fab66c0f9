import { expect, it } from 'vitest'
import { PLANTS } from '#tests/soak/plants.ts'
import { HOOKS, misfits } from '#tests/soak/tree.ts'

it.each([{ name: 'the hooks', edits: HOOKS }, ...PLANTS])('the lines that the soak edits exist: $name', ({ edits }) => {
  expect(misfits(edits)).toEqual([])
})

it('an edit with no place or two places is refused', () => {
  const at = (from: string) => misfits([{ file: 'src/main.tsx', from, to: '' }])
  expect(at('no such line')).toEqual(['src/main.tsx has 0 times: no such line'])
  expect(at('import ')[0]).toMatch(/^src\/main\.tsx has \d+ times: import$/)
})
