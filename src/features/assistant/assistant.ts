/** The assistant of a window: created with its first use. */
import { useData, type Data } from '#src/data/data.ts'
import { currentPlatform } from '#src/features/sign-in/public.ts'
import { createConversation, type Conversation } from './conversation.ts'

const conversations = new WeakMap<Data, Conversation>()

/** The conversation of a window. */
export function conversationOf(data: Data): Conversation {
  const known = conversations.get(data) ?? createConversation(data.api, currentPlatform)
  conversations.set(data, known)
  return known
}

/** The conversation of this window. */
export const useAssistant = (): Conversation => conversationOf(useData())
