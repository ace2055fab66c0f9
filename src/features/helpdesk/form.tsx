// The drawer 'customer form': what a customer was asked to fill in, its link, and the file that came back.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { files } from '#contract/calls/files.ts'
import { helpdesk } from '#contract/calls/helpdesk.ts'
import type { CustomerForm } from '#contract/model/helpdesk.ts'
import { UPLOAD_ENDINGS, uploadFault } from '#contract/model/upload.ts'
import { useInFront, useKeysOf } from '#src/commands/in-front.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import type { Api } from '#src/data/api.ts'
import { useData, useIsOnline } from '#src/data/data.ts'
import { FileButton } from '#src/features/documents/public.ts'
import { useSession } from '#src/features/session/public.ts'
import { Button } from '#src/ui/button.tsx'
import { DateDisplay } from '#src/ui/date-display.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { Upload } from '#src/ui/upload.tsx'
import { helpdeskQueries } from './queries.ts'

/** What the drawer is opened with. */
interface OpenForm {
  platform: string
  customerId: string
  form: CustomerForm
}

export function FormDrawer({ value: { platform, customerId, form: opened } }: { value: OpenForm }) {
  const { api } = useData()
  const queries = useQueryClient()
  const isOnline = useIsOnline()
  const filesLink = useSession().platforms.find(({ name }) => name === platform)?.filesLink ?? ''
  const { notices } = useCommandLayer()
  const query = helpdeskQueries.forms(api, { platform, customerId })
  const { data } = useQuery(query)
  const form = data?.items.find(({ id }) => id === opened.id) ?? opened
  const isSubmitted = form.status === 'submitted'
  const href = new URL(form.url, location.origin).href

  const body = useRef<HTMLDivElement>(null)
  const copyLink = () =>
    void navigator.clipboard.writeText(`${form.title}: ${href}`).then(
      () => notices.say('Copied the link'),
      () => notices.fail('The browser did not let the text be copied'),
    )
  useInFront(body, { copyLink: isSubmitted ? undefined : copyLink })
  const keys = useKeysOf('ticket.copyLink')

  return (
    <div ref={body} className="grid max-w-[720px] gap-4">
      <p className="flex flex-wrap gap-x-3 text-list text-muted">
        <Tag tone={isSubmitted ? 'done' : 'plain'}>{isSubmitted ? 'Submitted' : 'Not submitted'}</Tag>
        <span>
          asked for <DateDisplay value={form.createAt.date} />
        </span>
      </p>
      {isSubmitted ? (
        <div>
          <FileButton variant="primary" name={form.title} open={() => openFile(api, filesLink, platform, form)}>
            Download what came back
          </FileButton>
        </div>
      ) : (
        <>
          <div className="flex min-w-0 items-center gap-3 text-list">
            <span className="min-w-0 truncate text-muted">{href}</span>
            <Button keys={keys} onClick={copyLink}>
              Copy link
            </Button>
          </div>
          {isOnline ? (
            <Upload
              label="Completed form"
              endings={UPLOAD_ENDINGS}
              check={uploadFault}
              send={(file, how) =>
                api.send(helpdesk.submitForm, { params: { formId: form.id }, body: { file } }, { platform, ...how })
              }
              onSent={() => void queries.invalidateQueries(query)}
              autoFocus
            />
          ) : (
            <p className="text-muted">Handing it in needs the network.</p>
          )}
        </>
      )}
    </div>
  )
}

/** The file of a form, from the platform's own file host; another host's is opened where it is. */
async function openFile(api: Api, host: string, platform: string, { url }: CustomerForm): Promise<Response | null> {
  if (host === '' || !url.startsWith(host)) {
    window.open(url, '_blank', 'noopener')
    return null
  }
  return api.open(files.fetch, { params: { platform, fileId: url.slice(host.length) } }, { platform, quiet: true })
}
