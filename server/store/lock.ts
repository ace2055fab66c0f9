/** A lock between processes, kept by the kernel on an open file: it ends with the process that holds it. */
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { tryLock } from 'fs-native-extensions'

/** Waits until the lock is free and takes it; the answer gives it back. Throws when it stays taken for `patience` ms. */
export async function takeLock(file: string, patience = 60_000): Promise<() => void> {
  const deadline = Date.now() + patience
  // the file stays: to delete one that somebody else has open would make two locks of one
  const handle = openSync(file, 'a+', 0o600)
  try {
    while (!tryLock(handle)) {
      if (Date.now() > deadline) {
        throw new Error(`${file} is held by process ${readHolder(file)}. Stop that process and start again.`)
      }
      await pause(50)
    }
    ftruncateSync(handle)
    writeSync(handle, String(process.pid))
  } catch (error) {
    closeSync(handle)
    throw error
  }
  let isHeld = true
  return () => {
    if (isHeld) closeSync(handle)
    isHeld = false
  }
}

/** The process for the message; the lock does not depend on it, and Windows refuses to read a locked file. */
function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8') || 'unknown'
  } catch {
    return 'unknown'
  }
}

/** True if a process runs. One that has ended but was not collected by its parent does not. */
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
