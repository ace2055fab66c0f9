/** The AI assistant: a separate host, with its token in the query (docs/design/specification.md#calls). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { stamp } from '#contract/model/common.ts'

const host = 'assistant'
const token = z.string()

export const assistantMessage = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  createAt: stamp,
})
export type AssistantMessage = z.infer<typeof assistantMessage>

/** The longest question, in characters. */
const QUESTION_MAX = 4000
const question = z.string().check(z.trim(), z.minLength(1), z.maxLength(QUESTION_MAX))

/** The query carries a token of `ticket`, valid for one call and one minute; the header carries the session's token. */
export const assistant = {
  ticket: call('POST', '/ticket/', { roles: 'everybody', host, ours: true, reply: z.object({ token: z.string() }) }),
  /** The messages of one's own conversation, oldest first; the window chooses `sessionId`. */
  history: call('GET', '/history/{sessionId}', {
    roles: 'everybody',
    host,
    query: { token },
    reply: z.object({ items: z.array(assistantMessage) }),
  }),
  /** The answer is streamed as plain text. */
  question: call('POST', '/question/{sessionId}/{platform}/', {
    roles: 'everybody',
    host,
    gives: 'stream',
    query: { token },
    body: z.object({ question }),
    reply: z.unknown(),
  }),
  /** A question outside of any conversation, which is not stored. */
  simpleQuestion: call('POST', '/simple-question/', {
    roles: 'everybody',
    host,
    query: { token, question },
    reply: z.object({ answer: z.string() }),
  }),
  ping: call('GET', '/ping/{phrase}', { roles: 'public', host, reply: z.object({ phrase: z.string() }) }),
}
