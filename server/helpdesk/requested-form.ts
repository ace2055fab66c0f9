/** Descriptions of requested forms for customers. */
import type { CustomerFormType } from '#contract/model/helpdesk.ts'

export const ASKED: Readonly<Record<CustomerFormType, string>> = {
  source_of_funds:
    'Tell us where the money in your account comes from, with proof: payslips, a contract of sale, a statement of the account that it came from.',
  source_of_wealth:
    'Tell us how you came by what you own, with proof: tax returns, annual accounts, a deed of inheritance or of sale.',
  expected_activity:
    'Tell us what you will use your account for: how much you expect to receive and to send in a month, from and to which countries, and for what.',
  beneficial_owners:
    'Name everybody who owns or controls a quarter of your company or more, each with date of birth, country and share, and add an extract from the register.',
  identity_update: 'Send a copy of a valid passport, identity card or driving licence: every side of it, in colour.',
}
