// The thread that holds a reader's process to its limits. It names the limit that is met, then ends the process; the
// process ends with its parent, too, which it cannot learn while it reads.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

/** How often it looks, in milliseconds. */
const TURN = 20
const MIB = 1024 * 1024
const STDERR = 2
const { limits, parent } = workerData

const end = (limit) => {
  try {
    writeSync(STDERR, `limit: ${limit}\n`)
  } finally {
    // nobody may be there to read it
    process.kill(process.pid, 'SIGKILL')
  }
}

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  const [cpuMs, memoryMib] = limits
  if (cpuMs === 0) return
  const { user, system } = process.cpuUsage()
  if ((user + system) / 1000 > cpuMs) end('time')
  else if (process.memoryUsage.rss() / MIB > memoryMib) end('memory')
}, TURN)
