// The signed copy of a form: what files it for good, and the paper itself afterwards.
import { useQueryClient } from '@tanstack/react-query'
import { documentForms } from '#contract/calls/document-forms.ts'
import { formMay, type DocumentForm } from '#contract/model/document-form.ts'
import { uploadFault } from '#contract/model/upload.ts'
import { useData } from '#src/data/data.ts'
import { Upload } from '#src/ui/upload.tsx'
import { FormFileButton } from './files.tsx'

/** A scan or a PDF. */
const ENDINGS = ['pdf', 'jpg', 'jpeg', 'png', 'tif', 'tiff']

const fault = ({ name, size }: File) =>
  ENDINGS.some((ending) => name.toLowerCase().endsWith(`.${ending}`))
    ? uploadFault({ name, size })
    : `${name} is no scan: a PDF or a picture is.`

export function Signed({ form }: { form: DocumentForm }) {
  const { api } = useData()
  const queries = useQueryClient()
  const { uuid, platform, version, status, signed } = form
  if (!signed && !formMay('sign', status)) return null
  return (
    <section className="grid justify-items-start gap-2">
      <h3 className="text-label font-medium text-muted">Signed copy</h3>
      {signed ? (
        <FormFileButton platform={platform} file={signed} variant="plain" />
      ) : (
        <>
          <p className="text-list text-muted">It files the form, which is final from then on.</p>
          <Upload
            label="Signed copy"
            endings={ENDINGS}
            check={fault}
            send={(file, how) =>
              api.send(
                documentForms.uploadSigned,
                { params: { uuid }, query: { version }, body: { form: file } },
                { platform, ...how },
              )
            }
            onSent={() => void queries.invalidateQueries({ queryKey: ['forms'] })}
          />
        </>
      )}
    </section>
  )
}
