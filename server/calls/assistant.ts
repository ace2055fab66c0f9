/** The assistant: not answered yet. */
import type { assistant } from '#contract/calls/assistant.ts'
import { notBuilt, type Handlers } from './handlers.ts'

export const assistantCalls: Handlers<typeof assistant> = {
  history: notBuilt,
  question: notBuilt,
  simpleQuestion: notBuilt,
  ping: notBuilt,
}
