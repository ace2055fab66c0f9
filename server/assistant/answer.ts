/** An answer from the model if there is one, else from the built-in assistant; bounded, and never silent about a failure. */
import type { AssistantMessage } from '#contract/calls/assistant.ts'
import { Refusal } from '#server/core/refusal.ts'
import { answerBuiltIn, lookUp } from './built-in.ts'
import type { Scope } from './scope.ts'
import { askModel, type Provider } from './model.ts'

/** The longest answer, in characters. */
const ANSWER_MAX = 20_000
/** The part of a conversation that a model receives. */
export const TURNS_SENT = 20

export interface Asked extends Scope {
  question: string
  history: readonly AssistantMessage[]
  signal: AbortSignal
  /** Records what is about to leave for the model's provider, before it does. */
  onSend: (sent: Sent) => Promise<void>
}

/** The data sent to a model's provider, for the audit. */
export interface Sent {
  /** Origin of the provider. */
  sentTo: string
  question: string
  /** Facts of this platform that go with the question. */
  facts: string
  /** The number of messages of the conversation sent. */
  messages: number
}

/** The answer in pieces. A failure before the first piece is thrown, a later one said at the end of what there is. */
export async function* answer(provider: Provider | undefined, asked: Asked): AsyncGenerator<string> {
  if (!provider) {
    yield await answerBuiltIn(asked, asked.question)
    return
  }
  const facts = (await lookUp(asked, asked.question)) ?? 'None were found for this question.'
  const { question, history } = asked
  await asked.onSend({ sentTo: new URL(provider.url).origin, question, facts, messages: history.length })
  let length = 0
  try {
    for await (const piece of askModel(provider, { ...asked, facts })) {
      length += piece.length
      if (length > ANSWER_MAX) return yield '\n\n(The answer was longer than can be shown.)'
      if (piece !== '') yield piece
    }
  } catch (error) {
    if (asked.signal.aborted) throw error
    const why = error instanceof Refusal ? error : new Refusal(502, 'The model stopped answering.')
    if (length === 0) throw why
    yield `\n\n(The answer broke off: ${why.message})`
    return
  }
  if (length === 0) throw new Refusal(502, 'The model gave no answer.')
}
