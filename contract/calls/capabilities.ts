/** The additions of a server to the catalogue. Separate from the other sync calls, since the window reads it first. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { REASONS, ROLES } from '#contract/model/values.ts'

/** A 404 means the plain catalogue. */
export const capabilities = call('GET', '/capabilities', {
  roles: 'public',
  ours: true,
  reply: z.object({
    version: z.string(),
    /** The additions that are on. */
    ops: z.boolean(),
    feed: z.boolean(),
    /** Keeps documents of a person or of a team. */
    settings: z.optional(z.boolean()),
    reasons: z.readonly(z.array(z.enum(REASONS))),
    /** The undo window of an operation in seconds; 0 switches it off. */
    holdSeconds: z.number(),
    /** The minimum time that triage shows an alert before it accepts a decision, in ms; 0 accepts at once. */
    dwellMs: z.optional(z.number()),
    fourEyes: z.array(z.string()),
    /** The policy for decisions that contradict the facts. */
    claims: z.optional(
      z.object({
        /** A template whose claims the facts contradict is refused, or asks for a reason. */
        contradicted: z.enum(['refuse', 'ask']),
      }),
    ),
    /** Facts are given, and nothing is closed without a report before they were read. */
    facts: z.optional(z.boolean()),
    /** True if matches with a sanctions list can be decided on here. */
    sanctionDecisions: z.optional(z.boolean()),
    /** True if templates of tickets are written here. */
    ticketTemplates: z.optional(z.boolean()),
    /** True if rules and allowlists are tried before they count: backtests, shadow, what an allowlist would cover. */
    trials: z.optional(z.boolean()),
    /** Rules hold conditions over facts, fields and aggregates. */
    conditions: z.optional(z.boolean()),
    /** Roles that may ask the assistant. */
    assistantRoles: z.optional(z.array(z.enum(ROLES))),
    demo: z.boolean(),
  }),
})
