import * as z from 'zod/mini'
import { expect, it } from 'vitest'
import { kindOf } from '#contract/model/errors.ts'
import { ApiError } from './errors.ts'
import { faultAt, faultsOf, currentStateOf } from './faults.ts'

const refusal = (status: number, message: string, current?: unknown) =>
  new ApiError({ kind: kindOf(status), name: '/x', method: 'PATCH', status, problem: { status, message, current } })

const faults = [
  { place: 'endDate', message: 'is before the start' },
  { place: 'filterGroups.0.rules.1.value', message: 'is not a number' },
]

it('reads the paths of a refusal, also of one that has only a message', () => {
  expect(faultsOf(refusal(400, 'endDate: …', { faults }))).toEqual(faults)
  expect(faultsOf(refusal(409, 'name: there is a config set called “A: B” already'))).toEqual([
    { place: 'name', message: 'there is a config set called “A: B” already' },
  ])
})

it('finds no path where a refusal names none', () => {
  expect(faultsOf(refusal(409, 'Somebody changed it since you opened it.'))).toEqual([])
  expect(faultsOf(new Error('name: x'))).toEqual([])
})

it('marks a field by the faults below it, and no other', () => {
  expect(faultAt(faults, 'filterGroups.0')).toBe('is not a number')
  expect(faultAt(faults, 'filterGroups.0.rules.1.value')).toBe('is not a number')
  expect(faultAt(faults, 'filter')).toBeUndefined()
  expect(faultAt(faults, 'startDate')).toBeUndefined()
})

it('recognises a conflict, and nothing else as one', () => {
  const schema = z.object({ id: z.number() })
  expect(currentStateOf(refusal(409, 'x', { id: 1 }), schema)).toEqual({ id: 1 })
  expect(currentStateOf(refusal(412, 'x', { id: 1 }), schema)).toEqual({ id: 1 })
  expect(currentStateOf(refusal(409, 'x', { rules: [] }), schema)).toBeUndefined()
  expect(currentStateOf(refusal(400, 'x', { id: 1 }), schema)).toBeUndefined()
})
