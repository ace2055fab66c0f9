// The signed copy of an approved SAR: a scan or a PDF, with which the form is filed and final.
import { useQueryClient } from '@tanstack/react-query'
import { documentForms } from '#contract/calls/document-forms.ts'
import type { FormItem } from '#contract/model/document-form.ts'
import { uploadFault } from '#contract/model/upload.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData, useIsOnline } from '#src/data/data.ts'
import { DateDisplay } from '#src/ui/date-display.tsx'
import { closeDrawer } from '#src/ui/drawer-store.ts'
import { Upload } from '#src/ui/upload.tsx'

const ENDINGS = ['pdf', 'jpg', 'jpeg', 'png', 'tif', 'tiff'] as const

/** Why a file is no signed copy, in words; null where the server may take it. */
export function signedFault(file: { name: string; size: number }): string | null {
  const isScan = ENDINGS.some((ending) => file.name.toLowerCase().endsWith(`.${ending}`))
  return isScan ? uploadFault(file) : `${file.name} is no signed copy: that is a PDF or a scan.`
}

/** The drawer 'signed form'. */
export function SignedFormDrawer({ value: form }: { value: FormItem }) {
  const { api } = useData()
  const queries = useQueryClient()
  const isOnline = useIsOnline()
  const { notices } = useCommandLayer()
  const { platform, uuid, version } = form
  return (
    <div className="grid max-w-[720px] gap-4 text-list">
      <p>
        The report on {form.customerName}, approved by {form.approvedBy?.name ?? 'nobody known'} on{' '}
        <DateDisplay value={form.updateAt.date} />. With its signed copy it is submitted, and nobody changes it any
        more.
      </p>
      {isOnline ? (
        <Upload
          label="Signed copy"
          endings={ENDINGS}
          check={signedFault}
          send={(file, how) =>
            api.send(
              documentForms.uploadSigned,
              { params: { uuid }, query: { version }, body: { form: file } },
              { platform, ...how },
            )
          }
          onSent={() => {
            void queries.invalidateQueries({ queryKey: ['customers', 'forms'] })
            notices.say('SAVE')
            closeDrawer()
          }}
          autoFocus
        />
      ) : (
        <p className="text-muted">Handing it in needs the network.</p>
      )}
    </div>
  )
}
