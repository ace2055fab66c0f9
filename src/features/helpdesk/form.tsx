// The drawer 'customer form': what a customer was asked to fill in, its link, and the file that came back.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { files } from '#contract/calls/files.ts'
import { helpdesk } from '#contract/calls/helpdesk.ts'
import type { CustomerForm } from '#contract/model/ticket.ts'
import { UPLOAD_ENDINGS, uploadFault } from '#contract/model/upload.ts'
import { useData, useIsOnline } from '#src/data/data.ts'
import type { Api } from '#src/data/net/api.ts'
import { FileButton } from '#src/features/documents/public.ts'
import { useSession } from '#src/features/sign-in/public.ts'
import { formatCount } from '#src/format/count.ts'
import { humanise } from '#src/format/label.ts'
import { DateDisplay } from '#src/ui/date-display.tsx'
import { Upload } from '#src/ui/form/upload.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { DrawerButton } from './drawer-button.tsx'
import { knownLink, type OpenForm } from './form-link.ts'
import { useHelpdesk } from './helpdesk.ts'
import { helpdeskQueries } from './queries.ts'

export function FormDrawer({ value: { platform, customerId, form: opened } }: { value: OpenForm }) {
  const { api } = useData()
  const queries = useQueryClient()
  const isOnline = useIsOnline()
  const filesLink = useSession().platforms.find(({ name }) => name === platform)?.filesLink ?? ''
  const { store } = useHelpdesk()
  const links = useStore(store, (state) => state.links)
  const query = helpdeskQueries.forms(api, { platform, customerId })
  const { data } = useQuery(query)
  const form = data?.items.find(({ id }) => id === opened.id) ?? opened
  const isSubmitted = form.status === 'submitted'
  const link = knownLink(form, links)

  return (
    <div className="grid max-w-[720px] gap-4">
      <p className="flex flex-wrap gap-x-3 text-list text-muted">
        <Tag tone={isSubmitted ? 'done' : 'plain'}>{humanise(form.status)}</Tag>
        <span>
          asked for <DateDisplay value={form.createAt.date} />
        </span>
      </p>
      {isSubmitted ? (
        <div className="grid justify-items-start gap-2">
          {form.file && (
            <p className="text-list break-words">
              {form.file.name}{' '}
              <span className="text-muted">
                {formatCount(Math.ceil(form.file.size / 1024))} kB, submitted <DateDisplay value={form.file.at.date} />
              </span>
            </p>
          )}
          {form.answers && (
            <dl className="grid gap-2 text-list">
              {form.answers.map(({ question, answer }) => (
                <div key={question}>
                  <dt className="text-muted">{question}</dt>
                  <dd className="break-words whitespace-pre-wrap">{answer}</dd>
                </div>
              ))}
            </dl>
          )}
          {form.url !== '' && (
            <FileButton variant="primary" name={form.title} open={() => openFile(api, filesLink, platform, form)}>
              Download submission
            </FileButton>
          )}
        </div>
      ) : form.status === 'withdrawn' ? (
        <p className="text-muted">It can no longer be submitted.</p>
      ) : (
        <>
          <p className="text-muted">The customer submits it through a private one-time link, without signing in.</p>
          <div className="flex min-w-0 flex-wrap items-center gap-3 text-list">
            {link !== undefined && <span className="min-w-0 truncate text-muted">{link}</span>}
            <DrawerButton command="ticket.new" variant="plain">
              E-mail the link…
            </DrawerButton>
            <DrawerButton command="ticket.copyLink" variant="plain" />
            <DrawerButton command="ticket.withdrawForm" variant="quiet" />
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
            <p className="text-muted">Submitting needs the network.</p>
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
