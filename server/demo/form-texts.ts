/** The texts in forms and documents of the demo world. */
import type { FormStatus } from '#contract/model/forms/document-form.ts'

/** Texts of the documents: nobody's data. */
export const SPECIMENS = {
  statement: `STATEMENT OF ACCOUNT (specimen of the demo world)

Opening balance     4,180.22
Incoming           12,400.00
Outgoing           11,870.50
Closing balance     4,709.72
`,
  identity: `IDENTITY DOCUMENT (specimen of the demo world)

Seen in the original, compared with the person on video.
`,
  signed: `SIGNED COPY (specimen of the demo world)

Signed and dated on the last page.
`,
} as const
export type Specimen = keyof typeof SPECIMENS

/** Answers by the name of the question; `{client}` is the customer. */
export const FORM_ANSWERS: Readonly<Record<string, readonly string[]>> = {
  narrative: [
    'Between the dates above {client} received several transfers just below the reporting limit and sent the sum on within hours, to counterparties without a link to the stated business. Asked for invoices, {client} gave contradictory explanations. The pattern began after a change of the login device and has no apparent economic purpose. There are reasonable grounds to suspect the layering of proceeds.',
    'The account of {client} was dormant for months and then took in payments from many senders in a few days. Nearly everything left at once towards one beneficiary abroad. Neither profile nor source of funds on file explains the volume. The conduct is that of a funnel account; the originators may be victims of a scam.',
  ],
  actionTaken: [
    'Outgoing transfers are held, the profile is under enhanced monitoring, the customer was not told of this report.',
  ],
  filingContact: ['Financial Crime Compliance, +1 514 555 0134'],
  riskReasons: ['Volume above the profile, counterparties in two high-risk corridors, otherwise consistent documents.'],
  identityVerified: ['Passport seen in the original, liveness check passed, address by utility bill.'],
  activity: ['Trade in consumer goods'],
  purpose: ['Collects payments of customers abroad and pays suppliers; receives salaries of contractors.'],
  sourceOfFunds: [
    'Revenue of the business: invoices of the last three months were compared with the incoming payments.',
  ],
  sourceOfWealth: ['Savings from employment and the sale of a flat, both documented.'],
  deviation: ['Volume is about a fifth above expectation, explained by a new contract that was provided.'],
  sanctionsResult: ['No match after review of one likeness of names.'],
  geography: ['Canada, Germany, Mexico'],
  products: ['Wallet, wire, prepaid card'],
  assessment: ['The remaining risk is acceptable with a monthly limit and a review of counterparties each quarter.'],
  seniorApproval: ['Head of Compliance'],
}

export const COMMENTS: { readonly [S in FormStatus]: readonly string[] } = {
  new: [],
  review: ['Please name the counterparties in the narrative.', 'Added, with the dates of both transfers.'],
  approved: ['Consistent with the case notes.'],
  submitted: ['Consistent with the case notes.', 'Filed; the acknowledgement is with the signed copy.'],
}
