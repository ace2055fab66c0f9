// The comments of a form, oldest first, with a field for another.
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { useData } from '#src/data/data.ts'
import { useDraft } from '#src/data/user/drafts.ts'
import { NoteField, type Facts, type NoteText } from '#src/features/templates/public.ts'
import { DateDisplay } from '#src/ui/date-display.tsx'
import { commentKey, NO_COMMENT } from './forms.ts'
import { formQueries } from './queries.ts'

interface CommentsProps {
  platform: string
  uuid: string
  /** Variables of inserted templates. */
  facts: Facts
}

export function Comments({ platform, uuid, facts }: CommentsProps) {
  const { api, drafts } = useData()
  const { data, error } = useQuery(formQueries.comments(api, platform, uuid))
  const key = commentKey(uuid)
  const comment = (useDraft(drafts, key) as NoteText | null | undefined) ?? NO_COMMENT
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !(event.target instanceof HTMLElement)) return
    event.preventDefault()
    event.target.blur()
  }
  return (
    <section className="grid gap-3">
      <h3 className="text-label font-medium text-muted">Comments</h3>
      {!data && error && <p className="text-list text-muted">The comments could not be read: {error.message}</p>}
      {data?.items.length === 0 && <p className="text-list text-muted">No comments yet.</p>}
      <ol className="grid gap-3">
        {data?.items.map((one) => (
          <li key={one.id} className="grid gap-0.5 text-list">
            <span className="flex flex-wrap gap-x-2 text-muted">
              <span className="font-medium text-text">{one.author.name}</span>
              <DateDisplay value={one.createAt.date} />
            </span>
            <span className="break-words whitespace-pre-wrap">{one.comment}</span>
          </li>
        ))}
      </ol>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape leaves the field */}
      <div data-form-comment onKeyDown={handleKeyDown}>
        <NoteField
          label="Comment"
          note={comment}
          facts={facts}
          isComment
          onChange={(next) => (next.text === '' ? drafts.drop(key) : drafts.write(key, next, 'Comment on a form'))}
        />
      </div>
      <div>
        <CommandButton command="form.addComment" />
      </div>
    </section>
  )
}
