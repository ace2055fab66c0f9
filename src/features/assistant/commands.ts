/** The commands of the assistant. */
import type { Role } from '#contract/model/values.ts'
import { defineCommand, type Command } from '#src/commands/command.ts'
import { copyText } from '#src/commands/copy-text.ts'
import { inOverlay } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { openDrawer } from '#src/ui/overlay/drawer-store.ts'
import { conversationOf } from './assistant.ts'

/** `roles` are those of the person who is signed in; which of them may ask is the server's configuration. */
export function commands(data: Data, roles: () => readonly Role[]): Command[] {
  const conversation = conversationOf(data)
  const { store } = conversation
  const mayAsk = () => {
    const { assistantRoles } = data.capabilities()
    return assistantRoles === undefined || roles().some((role) => assistantRoles.includes(role))
  }
  // an answer goes on after its drawer was closed, and the buttons of a drawer are those of the window below
  const anywhere = inOverlay('none', 'drawer')
  const lastAnswer = () => store.getState().messages?.findLast(({ role, text }) => role === 'assistant' && text !== '')
  return [
    defineCommand({
      id: 'assistant.open',
      title: 'Ask the assistant',
      shortTitle: 'Assistant',
      group: 'App',
      keywords:
        'chat, question, ask, ai, help, chatbot, copilot, gpt, bot, ask a question, assistant, llm, search with ai',
      keys: ['g a'],
      disabledReason: () => (mayAsk() ? null : 'An administrator has not opened the assistant to your role'),
      run: () => openDrawer('assistant', null, '480px'),
    }),
    defineCommand({
      id: 'assistant.stop',
      title: 'Stop the answer of the assistant',
      shortTitle: 'Stop',
      group: 'App',
      keywords: 'cancel, abort, halt, interrupt, stop generating',
      when: anywhere,
      keys: ['mod+.'],
      disabledReason: () => (store.getState().isAnswering ? null : 'No answer is coming in'),
      run: () => conversation.stop(),
    }),
    defineCommand({
      id: 'assistant.new',
      title: 'Start a new conversation with the assistant',
      shortTitle: 'New conversation',
      group: 'App',
      keywords: 'clear, reset, new chat, start over, clear chat',
      when: anywhere,
      disabledReason: () => ((store.getState().messages ?? []).length > 0 ? null : 'This conversation is empty'),
      run: () => conversation.startNew(),
    }),
    defineCommand({
      id: 'assistant.copy',
      title: 'Copy the last answer of the assistant',
      shortTitle: 'Copy answer',
      group: 'App',
      keywords: 'clipboard, draft, note, copy reply, copy response',
      when: anywhere,
      keys: ['mod+shift+y'],
      disabledReason: () => (lastAnswer() ? null : 'There is no answer yet'),
      run: (c) => {
        copyText(c, lastAnswer()?.text ?? '', 'Copied the answer')
      },
    }),
  ]
}
