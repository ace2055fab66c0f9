// The viewer: a document page by page. Its keys are commands, so that the palette and the cheatsheet have them too.
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { CommandButton } from '#src/commands/parts/command-button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { openPainter, type Painter } from './painter.ts'
import { viewerStore, type Shown } from './viewer.ts'

interface DocumentViewerProps {
  /** The reason why it could not be read, as text. */
  fault: string | null
  /** True if there is something behind it to go back to. */
  isClosable: boolean
}

export function DocumentViewer({ fault, isClosable }: DocumentViewerProps) {
  const shown = useStore(viewerStore, (state) => state.shown)
  const page = useStore(viewerStore, (state) => state.page)
  const pages = useStore(viewerStore, (state) => state.pages)
  const zoom = useStore(viewerStore, (state) => state.zoom)
  // beside a list it is below the page's own heading
  const Heading = isClosable ? 'h3' : 'h2'
  if (!shown) return fault === null ? null : <NotShown title="The document could not be read" why={fault} />
  return (
    <section aria-label={`Document ${shown.name}`} className="flex h-full min-h-0 min-w-0 flex-col bg-raised">
      <header className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5 text-list">
        <Heading className="min-w-0 truncate font-medium">{shown.name}</Heading>
        <span role="status" aria-label="Page" className="whitespace-nowrap text-muted tabular-nums">
          {pages > 1 && `${page} of ${pages} · `}
          {Math.round(zoom * 100)} %
        </span>
        <span className="grow" />
        <span className="flex flex-wrap gap-1">
          {pages > 1 && <CommandButton command="document.nextPage" variant="quiet" />}
          <CommandButton command="document.turn" variant="quiet" />
          {/* the commands learn of the file on the next render */}
          <CommandButton key={String(shown.bytes !== null)} command="document.download" variant="quiet" />
          {isClosable && <CommandButton command="document.close" variant="quiet" />}
        </span>
      </header>
      {fault !== null ? (
        <NotShown title="The document could not be read" why={fault} />
      ) : shown.bytes === null ? (
        <div className="p-4">
          <Skeleton lines={8} label={`Loading ${shown.name}`} />
        </div>
      ) : (
        <Pages key={shown.id} bytes={shown.bytes} name={shown.name} />
      )}
    </section>
  )
}

const NotShown = ({ title, why }: { title: string; why: string }) => (
  <Empty title={title}>
    <p>{why}</p>
  </Empty>
)

type Opened = { painter: Painter } | { text: string } | { why: string }

/** The rendering of a document; null until known. */
async function open(bytes: Blob): Promise<Opened> {
  if (bytes.type.startsWith('text/')) return { text: await bytes.text() }
  try {
    const painter = await openPainter(bytes)
    return painter ? { painter } : { why: 'A file of this kind cannot be shown here. Download it to look at it.' }
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error) }
  }
}

function Pages({ bytes, name }: { bytes: Blob; name: NonNullable<Shown['name']> }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  useEffect(() => {
    let isCurrent = true
    let painter: Painter | undefined
    const draw = async () => {
      const next = await open(bytes)
      if ('painter' in next) painter = next.painter
      if (!isCurrent) return painter?.dispose()
      viewerStore.setState({ pages: painter?.pages ?? 1 })
      return setOpened(next)
    }
    void draw()
    return () => {
      isCurrent = false
      painter?.dispose()
    }
  }, [bytes])
  if (!opened) {
    return (
      <div className="p-4">
        <Skeleton lines={8} label={`Opening ${name}`} />
      </div>
    )
  }
  if ('why' in opened) return <NotShown title="It cannot be shown here" why={opened.why} />
  if ('text' in opened) {
    return (
      <pre
        tabIndex={0}
        aria-label={`Text of ${name}`}
        className="min-h-0 grow overflow-auto p-4 text-list whitespace-pre-wrap"
      >
        {opened.text}
      </pre>
    )
  }
  return <Page painter={opened.painter} name={name} />
}

/** Around the page, in pixels. */
const MARGIN = 32

function Page({ painter, name }: { painter: Painter; name: string }) {
  const { page, pages, zoom, turn } = useStore(viewerStore)
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [room, setRoom] = useState(0)
  const [text, setText] = useState('')
  const [why, setWhy] = useState<string | null>(null)

  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setRoom(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (!canvas.current || room === 0) return
    painter.paint(canvas.current, page, Math.max(50, room - MARGIN) * zoom, turn).catch((error: unknown) => {
      setWhy(error instanceof Error ? error.message : String(error))
    })
  }, [painter, page, zoom, turn, room])

  useEffect(() => {
    frame.current?.scrollTo(0, 0)
    let isCurrent = true
    // a screen reader is told that the page has no text
    painter.textOf(page).then(
      (found) => isCurrent && setText(found),
      () => isCurrent && setText(''),
    )
    return () => {
      isCurrent = false
    }
  }, [painter, page])

  if (why !== null) return <NotShown title="This page cannot be shown" why={why} />
  return (
    <div
      ref={frame}
      tabIndex={0}
      role="group"
      aria-label={`Page ${page} of ${pages}`}
      className="min-h-0 grow overflow-auto p-4 outline-offset-[-2px]"
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${name}, page ${page}${text === '' ? ', without text' : ''}`}
        className="mx-auto block bg-white shadow"
      />
      <p className="sr-only whitespace-pre-wrap">{text}</p>
    </div>
  )
}
