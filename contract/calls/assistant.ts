/** The AI assistant: a host of its own, its token in the query (specification 2, section 7 "Other services"). */
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

export const assistant = {
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
    body: z.object({ question: z.string().check(z.trim(), z.minLength(1)) }),
    reply: z.unknown(),
  }),
  simpleQuestion: call('POST', '/simple-question/', {
    host,
    query: { token, question: z.string() },
    reply: z.object({ answer: z.string() }),
  }),
  ping: call('GET', '/ping/{phrase}', { host, open: true, reply: z.object({ phrase: z.string() }) }),
}
