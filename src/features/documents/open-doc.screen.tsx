// A document by its id alone: what a link from another system leads to.
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData } from '#src/data/data.ts'
import { capabilitiesQuery } from '#src/data/net/capabilities.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { currentPlatform, ensureSession } from '#src/features/sign-in/public.ts'
import { DocumentViewer } from './document-viewer.tsx'
import { findFile } from './read-document.ts'
import { show } from './viewer.ts'

export function OpenDocScreen() {
  const { uud = '' } = useParams({ strict: false })
  const data = useData()
  const { context } = useCommandLayer()
  const [fault, setFault] = useState<{ id: string; why: string } | null>(null)

  useEffect(() => {
    context.set({ view: 'document' })
    return () => context.set({ view: null })
  }, [context])

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const read = async () => {
      const { platforms } = await ensureSession(data)
      const here = currentPlatform()
      // most are of the platform one works on
      const names = platforms.map(({ name }) => name).toSorted((a, b) => Number(b === here) - Number(a === here))
      const { ops: locates } = await data.queries.ensureQueryData(capabilitiesQuery(data.api))
      const { name, bytes } = await findFile(data.api, { fileId: uud, platforms: names, locates }, signal)
      if (!signal.aborted) show({ id: uud, name, bytes })
    }
    read().catch((error: unknown) => {
      if (signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      setFault({ id: uud, why: error.message })
    })
    return () => {
      stop.abort()
      show(null)
    }
  }, [data, uud])

  return (
    <main className="h-full" data-kb-context="document">
      <h1 className="sr-only">Document</h1>
      <DocumentViewer fault={fault !== null && fault.id === uud ? fault.why : null} isClosable={false} />
    </main>
  )
}
