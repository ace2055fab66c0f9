// What was said about a form, oldest first, and one more.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { documentForms } from '#contract/calls/document-forms.ts'
import { COMMENT_MAX } from '#contract/model/common.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData } from '#src/data/data.ts'
import { useDraft } from '#src/data/drafts.ts'
import { ApiError } from '#src/data/errors.ts'
import { Button } from '#src/ui/button.tsx'
import { DateDisplay } from '#src/ui/date-display.tsx'
import { Field, TextArea } from '#src/ui/field.tsx'
import { formQueries } from './queries.ts'

export function Comments({ platform, uuid }: { platform: string; uuid: string }) {
  const { api, drafts } = useData()
  const queries = useQueryClient()
  const { registry } = useCommandLayer()
  const query = formQueries.comments(api, platform, uuid)
  const { data } = useQuery(query)
  const key = `comment on form ${uuid}`
  const text = (useDraft(drafts, key) as string | null | undefined) ?? ''
  const send = async () => {
    if (text.trim() === '') return
    try {
      await api.send(
        documentForms.comment,
        { params: { platform, uuid }, body: { comment: text.trim() } },
        { platform },
      )
      drafts.drop(key)
    } catch (error) {
      // the server's words are in the status line already, and these are kept
      if (!(error instanceof ApiError)) throw error
    }
    await queries.invalidateQueries(query)
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      event.stopPropagation()
      void send()
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      event.currentTarget.blur()
    }
  }
  return (
    <section className="grid gap-3">
      <h3 className="text-label font-medium text-muted">Comments</h3>
      {data?.items.length === 0 && <p className="text-list text-muted">Nobody has said anything yet.</p>}
      <ol className="grid gap-3">
        {data?.items.map((comment) => (
          <li key={comment.id} className="grid gap-0.5 text-list">
            <span className="flex flex-wrap gap-x-2 text-muted">
              <span className="font-medium text-text">{comment.author.name}</span>
              <DateDisplay value={comment.createAt.date} />
            </span>
            <span className="break-words whitespace-pre-wrap">{comment.comment}</span>
          </li>
        ))}
      </ol>
      <Field label="Comment">
        <TextArea
          data-form-comment
          rows={3}
          maxLength={COMMENT_MAX}
          value={text}
          onChange={({ target }) =>
            target.value === '' ? drafts.drop(key) : drafts.write(key, target.value, 'Comment on a form')
          }
          onKeyDown={handleKeyDown}
        />
      </Field>
      <div>
        <Button onClick={() => void send()} disabled={text.trim() === ''} keys={registry.labelsOf('mod+enter')}>
          Add comment
        </Button>
      </div>
    </section>
  )
}
