// The files of a form: attached while it is written, handed out at any time.
import { createContext, use, useState } from 'react'
import { documentForms } from '#contract/calls/document-forms.ts'
import type { DocumentForm, FormFile } from '#contract/model/forms/document-form.ts'
import { UPLOAD_ENDINGS, uploadFault } from '#contract/model/upload.ts'
import { useData } from '#src/data/data.ts'
import { FileButton } from '#src/features/documents/public.ts'
import { formatCount } from '#src/format/count.ts'
import { Button } from '#src/ui/button.tsx'
import { Upload } from '#src/ui/form/upload.tsx'

const Context = createContext<Pick<DocumentForm, 'files' | 'platform'>>({ files: [], platform: '' })

/** Provides the form's files to the answers below. */
export const FormFilesProvider = Context.Provider

/** A file of a form, to be saved here. */
export function FormFileButton({ platform, file, variant }: FormFileButtonProps) {
  const { api } = useData()
  const params = { guid: file.guid }
  return (
    <FileButton
      name={file.name}
      open={() => api.open(documentForms.attachment, { params }, { platform, quiet: true })}
      {...(variant && { variant })}
    />
  )
}

interface FormFileButtonProps {
  platform: string
  file: Pick<FormFile, 'guid' | 'name'>
  variant?: 'plain'
}

interface FilesProps {
  label: string
  guids: readonly string[]
  onChange: (guids: readonly string[]) => void
}

export function Files({ label, guids, onChange }: FilesProps) {
  const { api } = useData()
  const { files, platform } = use(Context)
  /** Uploaded just now: the form hears of them when it is saved. */
  const [fresh, setFresh] = useState<readonly FormFile[]>([])
  const known = [...files, ...fresh]
  const shown = guids.map((guid) => known.find((file) => file.guid === guid) ?? { guid, name: guid, size: 0 })
  return (
    <div role="group" aria-label={label} className="grid gap-2">
      <p className="text-label font-medium text-muted">{label}</p>
      {shown.length === 0 && <p className="text-list text-muted">No file.</p>}
      <ul className="grid gap-1 text-list">
        {shown.map((file) => (
          <li key={file.guid} className="flex items-baseline gap-3">
            <FormFileButton platform={platform} file={file} />
            <span className="text-muted">{formatCount(Math.ceil(file.size / 1024))} kB</span>
            <Button variant="quiet" onClick={() => onChange(guids.filter((guid) => guid !== file.guid))}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <Upload
        label="File to attach"
        endings={UPLOAD_ENDINGS}
        check={uploadFault}
        send={async (file, how) => {
          const added = await api.send(documentForms.attach, { body: { file } }, { platform, ...how })
          setFresh((were) => [...were, added])
          onChange([...guids, added.guid])
        }}
        onSent={() => {}}
      />
    </div>
  )
}
