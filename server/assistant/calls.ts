/** The assistant: conversations of one's own, questions, and a sign of life. */
import { Readable } from 'node:stream'
import type { assistant, AssistantMessage } from '#contract/calls/assistant.ts'
import { toStamp } from '#contract/model/common.ts'
import { resolvePlatform } from '#contract/model/platform.ts'
import type { Role } from '#contract/model/values.ts'
import { record } from '#server/audit/audit.ts'
import type { CaseRow } from '#server/cases/case-row.ts'
import { noteStrRead } from '#server/cases/str-reads.ts'
import type { Context, Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Sessions } from '#server/identity/sessions.ts'
import { issueTicket, useTicket } from '#server/identity/tickets.ts'
import type { Db } from '#server/store/sql.ts'
import { answer, TURNS_SENT, type Sent } from './answer.ts'

/**
 * The reason why a person may not use it, by the roles that the administrator allows (docs/design/specification.md#roles), or
 * null.
 */
function whyNotAsk(allowed: readonly Role[], by: { roles: readonly Role[] }): string | null {
  return by.roles.some((role) => allowed.includes(role)) ? null : 'The assistant is not open to this account.'
}

/** The most that a conversation shows: its latest messages. */
const MOST = 200

/** A conversation is found by its account and the id that its window chose. */
interface Conversation {
  account: string
  session: string
}

/** The messages, oldest first. */
async function messagesOf(db: Db, { account, session }: Conversation, most = MOST): Promise<AssistantMessage[]> {
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
async function addMessage(
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

const TICKET = { purpose: 'assistant', subject: '' } as const

export function assistantCalls(sessions: Sessions): Handlers<typeof assistant> {
  /** The ticket has to be of the account whose session the header carries. */
  const admit = async (context: Context, token: string) => {
    checkMayAsk(context)
    await useTicket(context, sessions, token, { ...TICKET, holder: context.account.id })
  }
  return {
    async ticket(_, context) {
      checkMayAsk(context)
      return { token: await issueTicket(context, TICKET) }
    },

    async history({ params, query }, context) {
      await admit(context, query.token)
      return { items: await messagesOf(context.db, conversationOf(context, params.sessionId)) }
    },

    async question({ params, query, body }, context) {
      await admit(context, query.token)
      const { db, now } = context
      const { platform } = params
      const conversation = conversationOf(context, params.sessionId)
      const history = await messagesOf(db, conversation, TURNS_SENT)
      await db.transaction().execute(async (tx) => {
        await addMessage(tx, conversation, { platform, role: 'user', text: body.question, at: now() })
        // data sent to a model are audited
        if (!context.config.assistant.provider) await record(tx, context, entryOf(conversation, platform))
      })
      const onSend = (sent: Sent) => recordSent(context, conversation, platform, sent)
      const asked = { ...askedIn(context, platform), question: body.question, history, onSend }
      const keep = (text: string) => addMessage(db, conversation, { platform, role: 'assistant', text, at: now() })
      return streamOf(answer(context.config.assistant.provider, asked), keep)
    },

    async simpleQuestion({ query }, context) {
      await admit(context, query.token)
      const { account, config } = context
      const platform = context.platform || resolvePlatform('', account.platforms)
      if (platform === '') throw new Refusal(403, 'This account has no platform.')
      const onSend = (sent: Sent) => recordSent(context, { account: account.id, session: 'simple' }, platform, sent)
      const asked = { ...askedIn(context, platform), question: query.question, history: [], onSend }
      let text = ''
      for await (const piece of answer(config.assistant.provider, asked)) text += piece
      return { answer: text }
    },

    ping: async ({ params }) => ({ phrase: params.phrase }),
  }
}

/** The context of an answer; reads of cases with an STR are recorded. */
const askedIn = (context: Context, platform: string) => ({
  db: context.db,
  platform,
  now: context.now(),
  signal: context.request.signal,
  opened: (row: CaseRow) => noteStrRead(context, row),
})

const entryOf = ({ session }: Conversation, platform: string, after?: Sent) => ({
  action: 'ask assistant',
  object: { kind: 'assistant', id: session },
  platform,
  ...(after && { after: { ...after } }),
})

/** Customer data leave only to the provider that is configured, and the audit has what left. */
async function recordSent(context: Context, conversation: Conversation, platform: string, sent: Sent): Promise<void> {
  await context.db.transaction().execute((tx) => record(tx, context, entryOf(conversation, platform, sent)))
}

function checkMayAsk({ config, account }: Context): void {
  const whyNot = whyNotAsk(config.assistant.roles, account)
  if (whyNot !== null) throw new Refusal(403, whyNot)
}

function conversationOf({ account }: Context, session: string): Conversation {
  if (!/^[\w-]{1,100}$/.test(session)) throw new Refusal(400, 'sessionId: letters, digits and hyphens, at most 100')
  return { account: account.id, session }
}

/** Streams the parts, and stores them as one message when the last one was sent or the reader disconnected. */
async function streamOf(pieces: AsyncGenerator<string>, keep: (text: string) => Promise<void>): Promise<Response> {
  // a failure before the first part is a refusal
  const first = await pieces.next()
  const encoder = new TextEncoder()
  async function* told() {
    let text = ''
    try {
      for (let next = first; !next.done; next = await pieces.next()) {
        text += next.value
        yield encoder.encode(next.value)
      }
    } finally {
      await pieces.return(undefined)
      await keep(text)
    }
  }
  const body = Readable.toWeb(Readable.from(told())) as ReadableStream<Uint8Array>
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
