import { useRef, useState } from 'react'
import { useFormActions } from '#src/commands/dispatcher/active-form.ts'
import { useIsOnline } from '#src/data/data.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { dispositionName } from '#src/format/file-name.ts'
import { Button, type ButtonProps } from '#src/ui/button.tsx'
import { saveFile } from '#src/ui/save-file.ts'

interface FileButtonProps extends Partial<Pick<ButtonProps, 'variant' | 'children'>> {
  /** The file name, if the server sends none. */
  name: string
  /** Fetches it quietly: errors are shown beside the button. Null if it was opened elsewhere. */
  open: () => Promise<Response | null>
}

/** Saves a server's file on this device; needs the network, and says so. */
export function FileButton({ name, open, variant = 'quiet', children = name }: FileButtonProps) {
  const isOnline = useIsOnline()
  const [fault, setFault] = useState<string | null>(null)
  const download = async () => {
    setFault(null)
    try {
      const response = await open()
      if (response)
        saveFile(dispositionName(response.headers.get('content-disposition')) ?? name, await response.blob())
    } catch (error) {
      // a cancelled request has no ApiError
      if (!(error instanceof ApiError || error instanceof TypeError)) throw error
      setFault(error.message)
    }
  }
  const button = useRef<HTMLButtonElement>(null)
  useFormActions(button, { files: isOnline ? [{ name, save: download }] : undefined })
  return (
    <>
      <Button ref={button} variant={variant} disabled={!isOnline} onClick={() => void download()}>
        {children}
      </Button>
      {!isOnline && <span className="text-label text-muted">needs the network</span>}
      {fault !== null && (
        <span role="alert" className="text-list text-stop">
          Not downloaded: {fault}
        </span>
      )}
    </>
  )
}
