// The process of a reader: loads a module, calls its function, answers. A thread beside it holds the limits, since the
// function may never give this thread back. The loader of TypeScript has to be registered in each process.
import { Worker } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
/** The job's limits for the watching thread, which 0 ends: CPU time in ms since the start of the process, memory in MiB. */
const limits = new Int32Array(new SharedArrayBuffer(8))
new Worker(new URL('./watch.mjs', import.meta.url), { workerData: { limits, parent: process.ppid } }).unref()
const MIB = 1024 * 1024
const cpuTime = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const memory = () => process.memoryUsage.rss() / MIB

// a signal that stops the server may go to its whole group; this process ends with its channel
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
process.on('message', ({ module, name, input, cpuMs, memoryMib }) => {
  void answer({ module, name, input, cpuMs, memoryMib })
})

async function answer({ module, name, input, cpuMs, memoryMib }) {
  const loaded = await import(module)
  const begun = cpuTime()
  limits[1] = memory() + memoryMib
  limits[0] = begun + cpuMs
  let result
  try {
    result = { value: await loaded[name](input) }
  } catch (error) {
    result = { fault: error instanceof Error ? error.message : String(error) }
  }
  limits[0] = 0
  process.send({ ...result, cpuMs: cpuTime() - begun, memoryMib: memory() })
}
