/** Tipping off: telling a customer of a suspicion or of a report about him. What a refusal for it says, and its answer. */
import * as z from 'zod/mini'

/** The code of the refusal; its `current` is a `TippingOff`. */
export const TIPPING_OFF = 'tipping-off'

/** Why a message may tip its customer off. */
export const tippingOff = z.object({
  /** Words of suspicion or of reporting, as they stand in the message. */
  words: z.array(z.string()),
  /** An STR or a SAR on this customer is open, or was filed within the last twelve months. */
  isReported: z.boolean(),
})
export type TippingOff = z.infer<typeof tippingOff>

/** Why it may be sent all the same; asked for after the refusal, and audited. */
export const tippingOffReason = z.optional(z.string().check(z.trim(), z.minLength(5), z.maxLength(2000)))
