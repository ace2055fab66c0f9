/** Policies of a platform: what is allowed, required or limited, and whether it is configuration or data (ours). */
import * as z from 'zod/mini'
import { pendingApproval, person, stamp } from '#contract/model/common.ts'

/** The values of a policy that is data. */
export const policyField = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('switch') }),
  z.object({
    kind: z.literal('number'),
    min: z.number(),
    max: z.number(),
    /** The step of values. */
    step: z.number(),
    unit: z.string(),
  }),
  z.object({
    kind: z.literal('choice'),
    options: z.readonly(z.array(z.object({ value: z.string(), label: z.string() }))),
  }),
])
export type PolicyField = z.infer<typeof policyField>

export const policyValue = z.union([z.boolean(), z.number(), z.string()])
export type PolicyValue = z.infer<typeof policyValue>

const listed = z.object({
  id: z.string(),
  /** The group in the list: "Four eyes". */
  group: z.string(),
  title: z.string(),
  /** Its effect, in one sentence. */
  text: z.string(),
  /** The value as text. */
  shown: z.string(),
  /** Null where it is configuration. */
  field: z.nullable(policyField),
  value: z.nullable(policyValue),
  /** The other place to change it: the name of a setting or of a screen. */
  where: z.nullable(z.string()),
  isConfiguration: z.boolean(),
  /** 0 while the platform has no value of its own. */
  version: z.number(),
  changedBy: z.nullable(person),
  changedAt: z.nullable(stamp),
})
export type ListedPolicy = z.infer<typeof listed>

/** With the change that waits for a second person. */
export const policy = z.extend(listed, { pending: z.nullable(pendingApproval) })
export type Policy = z.infer<typeof policy>

/** True if a field takes a value. */
export function fitsField(field: PolicyField, value: PolicyValue): boolean {
  switch (field.kind) {
    case 'switch':
      return typeof value === 'boolean'
    case 'choice':
      return field.options.some((option) => option.value === value)
    case 'number': {
      if (typeof value !== 'number' || value < field.min || value > field.max) return false
      const steps = (value - field.min) / field.step
      return Math.abs(steps - Math.round(steps)) < 1e-9
    }
  }
}

/** A value as text. */
export function policyValueText(field: PolicyField, value: PolicyValue): string {
  switch (field.kind) {
    case 'switch':
      return value === true ? 'On' : 'Off'
    case 'choice':
      return field.options.find((option) => option.value === value)?.label ?? String(value)
    case 'number':
      return withUnit(Number(value), field.unit)
  }
}

/** A number with its unit, which is a plural: "1 minute", "6,000 requests a minute". */
export function withUnit(value: number, unit: string): string {
  const text = value.toLocaleString('en-US', { maximumFractionDigits: 4 })
  return `${text} ${value === 1 ? unit.replace(/(?<!s)s\b/, '') : unit}`.trim()
}
