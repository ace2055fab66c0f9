/** Quality reviews of decisions. */
import type { quality } from '#contract/calls/quality.ts'
import type { Handlers } from '#server/core/context.ts'
import { record } from '#server/audit/audit.ts'
import { drawSample } from './draw-sample.ts'
import { closeFinding, reviewsOf, readReview, replyTo, takeNext } from './reviews.ts'
import { peopleOf } from './people.ts'
import { addGolden, endGolden, goldenOf, policyOf, setRate } from './settings.ts'

export const qualityCalls: Handlers<typeof quality> = {
  people: (_, context) => peopleOf(context),

  async reviews({ query }, context) {
    return { items: await reviewsOf(context, query) }
  },

  async next(_, context) {
    return { review: await takeNext(context) }
  },

  read: ({ params, body }, context) => readReview(context, params.reviewId, body),

  async reply({ params, body }, context) {
    await replyTo(context, params.reviewId, body)
    return { message: 'Your answer is with the managers.' }
  },

  async close({ params, body }, context) {
    await closeFinding(context, params.reviewId, body)
    return { message: body.isUpheld ? 'Upheld.' : 'Dismissed.' }
  },

  async policy(_, { db, platform }) {
    const [items, golden] = await Promise.all([policyOf(db, platform), goldenOf(db, platform)])
    return { items, golden }
  },

  async setRate({ body }, context) {
    await setRate(context, body)
    return { message: 'The policy applies from the next draw.' }
  },

  async addGolden({ body }, context) {
    await addGolden(context, body)
    return { message: 'It is now among the reviews.' }
  },

  async endGolden({ params }, context) {
    await endGolden(context, params.goldenId)
    return { message: 'It is not mixed in any more.' }
  },

  async draw(_, context) {
    const { db, platform, now } = context
    const drawn = await drawSample(db, platform, now())
    await db.transaction().execute((tx) =>
      record(tx, context, {
        action: 'draw quality reviews',
        object: { kind: 'platform', id: platform },
        after: { drawn },
      }),
    )
    return { message: `${drawn} more to read.`, drawn }
  },
}
