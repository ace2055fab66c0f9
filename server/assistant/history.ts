/** The messages with the assistant. */
import type { AssistantMessage } from '#contract/calls/assistant.ts'
import { toStamp } from '#contract/model/common.ts'
import type { Db } from '#server/store/sql.ts'

/** The most that a conversation shows: its latest messages. */
const MOST = 200

/** A conversation is found by its account and the id that its window chose. */
export interface Conversation {
  account: string
  session: string
}

/** The messages, oldest first. */
export async function messagesOf(db: Db, { account, session }: Conversation, most = MOST): Promise<AssistantMessage[]> {
  const rows = await db
    .selectFrom('assistant_message')
    .select(['id', 'role', 'text', 'created_at'])
    .where('account_id', '=', account)
    .where('session_id', '=', session)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.toReversed().map(({ id, role, text, created_at: at }) => ({ id, role, text, createAt: toStamp(at) }))
}

/** Adds what one of them said. */
export async function addMessage(
  db: Db,
  { account, session }: Conversation,
  said: { platform: string; role: AssistantMessage['role']; text: string; at: Date },
): Promise<void> {
  const { at, ...message } = said
  await db
    .insertInto('assistant_message')
    .values({ ...message, account_id: account, session_id: session, created_at: at })
    .execute()
}
