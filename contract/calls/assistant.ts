/** The AI assistant: a host of its own, its token in the query (docs/design/specification.md#calls). */
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

/** In the query stands a token of `ticket`, good for one call and a minute; the session's travels in the header. */
export const assistant = {
  ticket: call('POST', '/ticket/', { host, ours: true, reply: z.object({ token: z.string() }) }),
  /** What was said in a conversation of one's own, oldest first; `sessionId` is the window's to choose. */
  history: call('GET', '/history/{sessionId}', {
    host,
    query: { token },
    reply: z.object({ items: z.array(assistantMessage) }),
  }),
  /** The answer is streamed as plain text. */
  question: call('POST', '/question/{sessionId}/{platform}/', {
    host,
    gives: 'stream',
    query: { token },
    body: z.object({ question }),
    reply: z.unknown(),
  }),
  /** A question outside of any conversation: nothing of it is kept. */
  simpleQuestion: call('POST', '/simple-question/', {
    host,
    query: { token, question },
    reply: z.object({ answer: z.string() }),
  }),
  ping: call('GET', '/ping/{phrase}', { host, open: true, reply: z.object({ phrase: z.string() }) }),
}
