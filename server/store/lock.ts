/** A lock between processes: a file that names the process holding it. One whose holder is gone counts for nothing. */
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Waits until the lock is free and takes it; the answer gives it back. Throws when it stays taken for `patience` ms. */
export async function takeLock(file: string, patience = 60_000): Promise<() => void> {
  const deadline = Date.now() + patience
  while (!claim(file)) {
    const holder = readHolder(file)
    if (holder !== undefined && !isAlive(holder)) {
      rmSync(file, { force: true })
      continue
    }
    if (Date.now() > deadline) {
      throw new Error(
        `${file} is held by process ${holder ?? 'unknown'}. Stop that process, or delete the file if it is not Docket.`,
      )
    }
    await pause(50)
  }
  return () => rmSync(file, { force: true })
}

function claim(file: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600)
    writeSync(handle, String(process.pid))
    closeSync(handle)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readHolder(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Whether a process runs. One that has ended but was not collected by its parent does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return processState(pid) !== 'Z'
}

/** The kernel's letter for what a process is doing; undefined where there is no /proc. */
function processState(pid: number): string | undefined {
  const stat = readProc(pid, 'stat')
  return stat?.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3)
}

/** The name of a process, where the system tells. */
export function processName(pid: number): string | undefined {
  return readProc(pid, 'comm')?.trim()
}

function readProc(pid: number, what: string): string | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
