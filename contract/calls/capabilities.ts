/** What a server adds to the catalogue. Apart from the other calls of syncing, since the window asks it first. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { REASONS, ROLES } from '#contract/model/values.ts'

/** A 404 means the plain catalogue. */
export const capabilities = call('GET', '/capabilities', {
  open: true,
  ours: true,
  reply: z.object({
    version: z.string(),
    /** Which additions are on. */
    ops: z.boolean(),
    feed: z.boolean(),
    /** Keeps documents of a person or of a team. */
    settings: z.optional(z.boolean()),
    reasons: z.readonly(z.array(z.enum(REASONS))),
    /** How long a written operation waits for its undo, in seconds; 0 switches the wait off. */
    holdSeconds: z.number(),
    /** How long an alert has to be in front in triage before a decision on it is taken, in ms; 0 takes any. */
    dwellMs: z.optional(z.number()),
    fourEyes: z.array(z.string()),
    /** How decisions against the facts are taken. */
    claims: z.optional(
      z.object({
        /** A template whose claims the facts contradict is refused, or asks for a reason. */
        contradicted: z.enum(['refuse', 'ask']),
      }),
    ),
    /** Whether matches with a sanctions list can be decided on here. */
    sanctionDecisions: z.optional(z.boolean()),
    /** Whether templates of tickets are written here. */
    ticketTemplates: z.optional(z.boolean()),
    /** Whether rules and allowlists are tried before they count: backtests, shadow, what an allowlist would cover. */
    trials: z.optional(z.boolean()),
    /** Roles that may ask the assistant. */
    assistantRoles: z.optional(z.array(z.enum(ROLES))),
    demo: z.boolean(),
  }),
})
