/** Saved views, the keys they are on, and cases put off until a day (docs/design/interaction.md#keymap). */
import * as z from 'zod/mini'
import { flat, oneLine } from '#contract/model/common.ts'

/** Lists that can be narrowed and saved. */
export const VIEW_LISTS = ['cases', 'customers', 'accountAlerts'] as const
export type ViewList = (typeof VIEW_LISTS)[number]

const one = z.union([
  z.string().check(flat, z.maxLength(500)),
  z.array(z.string().check(flat, z.maxLength(100))).check(z.maxLength(300)),
])

export const viewValue = z.object({
  title: oneLine(100),
  list: z.enum(VIEW_LISTS),
  /** Filter fields that differ from the default, interpreted by their list. */
  filter: z.record(z.string().check(z.maxLength(50)), one),
})
export type ViewValue = z.infer<typeof viewValue>
export type ViewFilter = ViewValue['filter']

/** Columns of a list in their order, `id:width` where a width was chosen; the document's id is the list's. */
export const columnsValue = z.object({
  columns: z.array(z.string().check(z.regex(/^\w{1,30}(:\d{2,3})?$/))).check(z.maxLength(40)),
})

/** The views on keys: the first is on `g 1`. A deleted view's place is free for the next. */
export const layoutValue = z.object({
  order: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(500)),
  /** The view the case queue opens with; null for the plain queue. */
  opensWith: z.nullable(z.string().check(z.maxLength(100))),
})
export type LayoutValue = z.infer<typeof layoutValue>

/** A snoozed case with its day, UTC; the id is the case's. */
export const snoozeValue = z.object({ until: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)) })
export type SnoozeValue = z.infer<typeof snoozeValue>
