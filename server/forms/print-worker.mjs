// The thread that prints. The loader of TypeScript has to be registered in each thread.
import { parentPort } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const { printForm } = await import('./print.ts')
parentPort.on('message', async ({ form, printed }) => {
  try {
    const bytes = new Uint8Array(await new Response(await printForm(form, printed)).arrayBuffer())
    parentPort.postMessage({ bytes }, [bytes.buffer])
  } catch (error) {
    parentPort.postMessage({ error })
  }
})
