// A chat with the assistant: questions by keyboard, answers as they come in, each with links to the records it rests on.
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { useFormActions } from '#src/commands/dispatcher/active-form.ts'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useReasonsOf } from '#src/commands/use-command.ts'
import { useIsOnline } from '#src/data/data.ts'
import { Button } from '#src/ui/button.tsx'
import { Field, TextArea } from '#src/ui/form/field.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { answerPieces } from './answer-text.ts'
import { useAssistant } from './assistant.ts'
import type { Message } from './conversation.ts'

interface AssistantDrawerProps {
  onClose: () => void
}

export function AssistantDrawer({ onClose }: AssistantDrawerProps) {
  const conversation = useAssistant()
  const { messages, isAnswering } = useStore(conversation.store)
  const isOnline = useIsOnline()
  // commands stop, copy and clear only what exists
  useReasonsOf(`${isAnswering} ${messages?.length} ${messages?.at(-1)?.text === ''}`)
  const [question, setQuestion] = useState('')
  useEffect(() => void conversation.open(), [conversation])

  const root = useRef<HTMLDivElement>(null)
  useFormActions(root, { submit: () => submit() })

  const submit = (event?: FormEvent | KeyboardEvent) => {
    event?.preventDefault()
    if (question.trim() === '' || isAnswering || !isOnline) return
    void conversation.ask(question)
    setQuestion('')
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isAnswering) {
      event.stopPropagation()
      conversation.stop()
    } else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      submit(event)
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape stops an answer from anywhere in the chat
    <div ref={root} className="flex h-full min-h-0 flex-col gap-3" onKeyDown={handleKeyDown}>
      <Messages messages={messages} isAnswering={isAnswering} onLeave={onClose} />
      <form className="grid flex-none gap-2" onSubmit={submit}>
        <Field
          label="Question"
          hint={isOnline ? 'Enter sends, Shift+Enter begins a new line' : 'The assistant needs the network'}
        >
          <TextArea
            value={question}
            rows={2}
            maxLength={4000}
            placeholder="How many cases are overdue?"
            onChange={(event) => setQuestion(event.target.value)}
          />
        </Field>
        <div className="flex flex-wrap items-center gap-2">
          {isAnswering ? (
            <CommandButton command="assistant.stop" />
          ) : (
            <Button type="submit" variant="primary" disabled={!isOnline || question.trim() === ''} keys={['Enter']}>
              Ask
            </Button>
          )}
          <CommandButton command="assistant.copy" variant="quiet" />
          <CommandButton command="assistant.new" variant="quiet" />
        </div>
      </form>
    </div>
  )
}

interface MessagesProps {
  messages: readonly Message[] | null
  isAnswering: boolean
  onLeave: () => void
}

function Messages({ messages, isAnswering, onLeave }: MessagesProps) {
  const end = useRef<HTMLLIElement>(null)
  const length = messages?.at(-1)?.text.length
  useLayoutEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [messages?.length, length])
  if (messages === null) return <Skeleton lines={4} label="Loading the conversation" />
  return (
    <ol
      aria-label="Conversation"
      aria-live="polite"
      aria-busy={isAnswering}
      className="flex min-h-0 grow flex-col gap-3 overflow-y-auto text-list"
    >
      {messages.length === 0 && (
        <li className="text-muted">
          The assistant answers from this platform’s records and links them. It changes nothing and sends nothing. Type
          “help” for what it can answer.
        </li>
      )}
      {messages.map((message) => (
        <li
          key={message.id}
          className={`rounded-md border border-line px-3 py-2 ${message.role === 'user' ? 'ms-8 bg-tint' : 'me-4 bg-bg'}`}
        >
          <span className="sr-only">{message.role === 'user' ? 'You: ' : 'Assistant: '}</span>
          <AnswerText text={message.text} onLeave={onLeave} />
          {message.text === '' && !message.fault && <Skeleton lines={1} label="The assistant is answering" />}
          {message.fault && (
            <p role="alert" className="text-stop">
              {message.fault}
            </p>
          )}
        </li>
      ))}
      <li ref={end} aria-hidden="true" />
    </ol>
  )
}

/** Records are links within the window; everything else is plain text. */
function AnswerText({ text, onLeave }: { text: string; onLeave: () => void }) {
  const { platform = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const go = (path: string) => {
    onLeave()
    void navigate({ href: `/admin/${encodeURIComponent(platform)}/${path}` })
  }
  return (
    <p className="break-words whitespace-pre-wrap">
      {answerPieces(text).map(({ text: words, path }, index) =>
        path === undefined ? (
          words
        ) : (
          <a
            // oxlint-disable-next-line react/no-array-index-key -- pieces of one text, which only ever grows
            key={index}
            href={`/admin/${encodeURIComponent(platform)}/${path}`}
            className="text-accent underline"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              go(path)
            }}
          >
            {words}
          </a>
        ),
      )}
    </p>
  )
}
