import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CompanyNode } from '#contract/model/customer.ts'
import { turn, visibleLines } from './tree.ts'

const node = (name: string, role: CompanyNode['role'], children: CompanyNode[] = []): CompanyNode => ({
  customerId: null,
  name,
  type: 'business',
  role,
  share: null,
  country: null,
  children,
})
const company = node('Root', null, [
  node('Holding', 'owner_company', [node('Grand Holding', 'owner_company', [node('Ann', 'owner')])]),
  node('Branch', 'User', [node('Bob', 'User')]),
])
const names = (turned: ReadonlySet<string> = new Set()) => visibleLines(company, turned).map((line) => line.node.name)

test('owner companies are expanded, others collapsed, until toggled', () => {
  expect(names()).toEqual(['Root', 'Holding', 'Grand Holding', 'Ann', 'Branch'])
  expect(names(new Set(['0.0']))).toEqual(['Root', 'Holding', 'Branch'])
  expect(names(new Set(['0.1']))).toEqual(['Root', 'Holding', 'Grand Holding', 'Ann', 'Branch', 'Bob'])
  expect(names(new Set(['0']))).toEqual(['Root'])
})

test('a row states its level and position', () => {
  const [, , , ann] = visibleLines(company, new Set())
  expect(ann).toMatchObject({ id: '0.0.0.0', level: 4, place: 1, size: 1, hasChildren: false, parent: '0.0.0' })
})

const role = fc.constantFrom('owner' as const, 'owner_company' as const, 'User' as const, null)
const treeOf = (depth: number): fc.Arbitrary<CompanyNode> =>
  fc
    .record({
      role,
      children: depth === 0 ? fc.constant<CompanyNode[]>([]) : fc.array(treeOf(depth - 1), { maxLength: 3 }),
    })
    .map((made) => node('x', made.role, made.children))
const tree = treeOf(4)

test('every row follows its expanded parent, one level up; toggling twice changes nothing', () => {
  fc.assert(
    fc.property(tree, fc.array(fc.nat(30)), (root, picks) => {
      let turned: ReadonlySet<string> = new Set()
      for (const pick of picks) {
        const lines = visibleLines(root, turned)
        const { id } = lines[pick % lines.length] ?? { id: '0' }
        expect(visibleLines(root, turn(turn(turned, id), id))).toEqual(lines)
        turned = turn(turned, id)
      }
      const lines = visibleLines(root, turned)
      const seen = new Map<string, (typeof lines)[number]>()
      for (const line of lines) {
        expect(seen.has(line.id)).toBe(false)
        seen.set(line.id, line)
        const parent = line.parent === null ? null : seen.get(line.parent)
        if (parent === null) expect(line.level).toBe(1)
        else expect(parent).toMatchObject({ level: line.level - 1, isOpen: true })
      }
    }),
  )
})
