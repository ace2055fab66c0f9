// The signed copy of a form, which files it, and the link to it afterwards.
import { useQueryClient } from '@tanstack/react-query'
import { documentForms } from '#contract/calls/document-forms.ts'
import { formMay, type DocumentForm } from '#contract/model/forms/document-form.ts'
import { uploadFault } from '#contract/model/upload.ts'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData, useIsOnline } from '#src/data/data.ts'
import { Upload } from '#src/ui/form/upload.tsx'
import { FormFileButton } from './files.tsx'

const ENDINGS = ['pdf', 'jpg', 'jpeg', 'png', 'tif', 'tiff'] as const

/** The reason why a file would be refused as a signed copy, as text; null if the server may accept it. */
export function signedCopyFault(file: { name: string; size: number }): string | null {
  const isScan = ENDINGS.some((ending) => file.name.toLowerCase().endsWith(`.${ending}`))
  return isScan ? uploadFault(file) : `${file.name} is not a signed copy: choose a PDF or a scan.`
}

export function Signed({ form }: { form: DocumentForm }) {
  const { signed, platform, status } = form
  if (!signed && !formMay('sign', status)) return null
  return (
    <section className="grid justify-items-start gap-2">
      <h3 className="text-label font-medium text-muted">Signed copy</h3>
      {signed ? <FormFileButton platform={platform} file={signed} variant="plain" /> : <SignedUpload form={form} />}
    </section>
  )
}

function SignedUpload({ form: { uuid, platform, version } }: { form: DocumentForm }) {
  const { api } = useData()
  const queries = useQueryClient()
  const { notices } = useCommandLayer()
  if (!useIsOnline()) return <p className="text-list text-muted">Submitting needs the network.</p>
  return (
    <>
      <p className="text-list text-muted">It files the form, which is final from then on.</p>
      <Upload
        label="Signed copy"
        endings={ENDINGS}
        check={signedCopyFault}
        send={(file, how) =>
          api.send(
            documentForms.uploadSigned,
            { params: { uuid }, query: { version }, body: { form: file } },
            { platform, ...how },
          )
        }
        onSent={() => {
          void queries.invalidateQueries({ queryKey: ['forms'] })
          void queries.invalidateQueries({ queryKey: ['customers', 'forms'] })
          notices.say('SAVE')
        }}
        // no other action is left on the form
        autoFocus
      />
    </>
  )
}
