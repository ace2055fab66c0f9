/** The conversation with the assistant: its messages, and the answer that is coming in. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { assistant } from '#contract/calls/assistant.ts'
import { uuidV7 } from '#contract/uuid.ts'
import type { Api } from '#src/data/net/api.ts'
import { ApiError } from '#src/data/net/errors.ts'

export interface Message {
  id: string
  role: 'user' | 'assistant'
  text: string
  /** The answer broke off, and why; shown with a way to ask again. */
  fault?: string
}

interface ConversationState {
  /** Null while the history is being read. */
  messages: readonly Message[] | null
  isAnswering: boolean
}

export interface Conversation {
  readonly store: StoreApi<ConversationState>
  /** Reads what was said before, once. */
  open(): Promise<void>
  /** Asks, and streams the answer into the conversation. A question asked during an answer is ignored. */
  ask(question: string): Promise<void>
  /** Stops the answer that is coming in; what has arrived stays. */
  stop(): void
  /** Begins another conversation; the server keeps the old one. */
  startNew(): void
}

const SESSION_KEY = 'docket.assistant.session'

function sessionId(): string {
  const known = localStorage.getItem(SESSION_KEY)
  if (known) return known
  const made = uuidV7(Date.now())
  localStorage.setItem(SESSION_KEY, made)
  return made
}

/** `platform` is what questions are about at the moment. */
export function createConversation(api: Api, platform: () => string): Conversation {
  const store = createStore<ConversationState>(() => ({ messages: null, isAnswering: false }))
  let controller: AbortController | null = null
  let opening: Promise<void> | null = null

  const ticket = async (signal?: AbortSignal) =>
    (await api.send(assistant.ticket, {}, { quiet: true, platform: platform(), ...(signal && { signal }) })).token
  const change = (id: string, part: Partial<Message>) =>
    store.setState(({ messages }) => ({
      messages: (messages ?? []).map((message) => (message.id === id ? { ...message, ...part } : message)),
    }))

  async function readHistory(): Promise<void> {
    try {
      const input = { params: { sessionId: sessionId() }, query: { token: await ticket() } }
      const { items } = await api.send(assistant.history, input, { quiet: true })
      // messages sent while reading come after it, and once
      store.setState(({ messages }) => {
        const asked = messages ?? []
        const earlier = items.filter(({ text }) => asked.every((message) => message.text !== text))
        return { messages: [...earlier.map(({ id, role, text }) => ({ id, role, text })), ...asked] }
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const fault = `The earlier conversation could not be read: ${error.message}`
      store.setState({ messages: [{ id: 'history', role: 'assistant', text: '', fault }] })
    }
  }

  async function answer(id: string, question: string, signal: AbortSignal): Promise<void> {
    const input = {
      params: { sessionId: sessionId(), platform: platform() },
      query: { token: await ticket(signal) },
      body: { question },
    }
    const response = await api.open(assistant.question, input, { signal, quiet: true, platform: platform() })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      text += next.value
      change(id, { text })
    }
  }

  return {
    store,
    open: () => (opening ??= readHistory()),
    async ask(question) {
      if (store.getState().isAnswering || question.trim() === '') return
      controller = new AbortController()
      const { signal } = controller
      const [asked, id] = [uuidV7(Date.now()), uuidV7(Date.now())]
      store.setState(({ messages }) => ({
        isAnswering: true,
        messages: [
          ...(messages ?? []),
          { id: asked, role: 'user', text: question.trim() },
          { id, role: 'assistant', text: '' },
        ],
      }))
      try {
        await answer(id, question.trim(), signal)
      } catch (error) {
        if (signal.aborted) change(id, { fault: 'Stopped' })
        else change(id, { fault: `No answer: ${error instanceof Error ? error.message : String(error)}` })
      } finally {
        controller = null
        store.setState({ isAnswering: false })
      }
    },
    stop: () => controller?.abort(),
    startNew() {
      controller?.abort()
      localStorage.removeItem(SESSION_KEY)
      store.setState({ messages: [] })
    },
  }
}
