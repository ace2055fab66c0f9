/** Documents as pages on a canvas: PDF by pdf.js in a worker of its own, pictures by the browser. */
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { trustedScriptUrl } from '#src/data/net/trusted-types.ts'
import type { ViewerState } from './viewer.ts'

export interface Painter {
  pages: number
  /** Draws a page at a width in CSS pixels; returns when it is drawn or superseded. */
  paint: (canvas: HTMLCanvasElement, page: number, width: number, turn: ViewerState['turn']) => Promise<void>
  /** The text of a page, for screen readers; empty if unknown. */
  textOf: (page: number) => Promise<string>
  dispose: () => void
}

/** A painter of these bytes; null where they are nothing that can be drawn. Throws where they are broken. */
export async function openPainter(bytes: Blob): Promise<Painter | null> {
  const type = bytes.type.split(';')[0]
  if (type === 'application/pdf') return openPdf(bytes)
  return type?.startsWith('image/') ? openPicture(bytes) : null
}

async function openPdf(bytes: Blob): Promise<Painter> {
  const [pdf, { default: worker }] = await Promise.all([
    import('pdfjs-dist'),
    import('pdfjs-dist/build/pdf.worker.min.mjs?url'),
  ])
  const port = new Worker(trustedScriptUrl(worker), { type: 'module' })
  const loading = pdf.getDocument({
    data: await bytes.arrayBuffer(),
    worker: pdf.PDFWorker.create({ port }),
    // forbidden by this page's policy: code from text, and own requests
    isEvalSupported: false,
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
  })
  const stop = () => {
    void loading.destroy().finally(() => port.terminate())
  }
  const document = await loading.promise.catch((cause: unknown) => {
    stop()
    throw new Error('This PDF cannot be read; it may be damaged or protected.', { cause })
  })
  return {
    pages: document.numPages,
    paint: pdfPaint(document),
    textOf: (page) => textOf(document, page),
    dispose: stop,
  }
}

function pdfPaint(document: PDFDocumentProxy): Painter['paint'] {
  let under: { cancel: () => void } | null = null
  return async (canvas, number, width, turn) => {
    under?.cancel()
    const page = await document.getPage(number)
    const rotation = (page.rotate + turn) % 360
    const ratio = devicePixelRatio
    const scale = (width / page.getViewport({ scale: 1, rotation }).width) * ratio
    const viewport = page.getViewport({ scale, rotation })
    fit(canvas, viewport.width, viewport.height, ratio)
    const drawing = page.render({ canvas, viewport })
    under = drawing
    await drawing.promise.catch((error: unknown) => {
      if ((error as Error).name !== 'RenderingCancelledException') throw error
    })
  }
}

async function textOf(document: PDFDocumentProxy, number: number): Promise<string> {
  const { items } = await (await document.getPage(number)).getTextContent()
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
}

async function openPicture(bytes: Blob): Promise<Painter> {
  const picture = await createImageBitmap(bytes).catch((cause: unknown) => {
    throw new Error('The browser cannot show this kind of picture. Download it to look at it.', { cause })
  })
  return {
    pages: 1,
    async paint(canvas, _, width, turn) {
      const isAcross = turn % 180 !== 0
      const [w, h] = isAcross ? [picture.height, picture.width] : [picture.width, picture.height]
      const ratio = devicePixelRatio
      const scale = (width / w) * ratio
      fit(canvas, w * scale, h * scale, ratio)
      const pen = canvas.getContext('2d')
      pen?.translate(canvas.width / 2, canvas.height / 2)
      pen?.rotate((turn * Math.PI) / 180)
      pen?.scale(scale, scale)
      pen?.drawImage(picture, -picture.width / 2, -picture.height / 2)
    },
    textOf: () => Promise.resolve(''),
    dispose: () => picture.close(),
  }
}

/** The maximum number of device pixels, shown at their CSS size. */
function fit(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): void {
  canvas.width = Math.round(width)
  canvas.height = Math.round(height)
  canvas.style.inlineSize = `${width / ratio}px`
  canvas.style.blockSize = `${height / ratio}px`
}
