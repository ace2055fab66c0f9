/** Tipping off: telling a customer of a suspicion or a report. The refusal and its answer. */
import * as z from 'zod/mini'

/** The code of the refusal; its `current` is a `TippingOff`. */
export const TIPPING_OFF = 'tipping-off'

/** The reason why a message may tip off its customer. */
export const tippingOff = z.object({
  /** The terms of suspicion or reporting, as the message spells them. */
  words: z.array(z.string()),
  /** An STR or a SAR on this customer is open, or was filed within the last twelve months. */
  isReported: z.boolean(),
})
export type TippingOff = z.infer<typeof tippingOff>

/** The reason for sending it nevertheless; required after the refusal, and audited. */
export const tippingOffReason = z.optional(z.string().check(z.trim(), z.minLength(5), z.maxLength(2000)))
