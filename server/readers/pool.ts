/**
 * A pool of processes in which strangers' bytes are read. A process, not a thread: what a decompressor allocates lies
 * outside a thread's limits, and a crash of native code would take the server along. The process gets no settings.
 */
import { fork, type ChildProcess } from 'node:child_process'

export interface Limits {
  /** The maximum size of the input in bytes, where it has one. */
  bytes?: number
  /** CPU time of one reading, in milliseconds. */
  cpuMs: number
  /** Memory beyond what the process has at rest, in MiB. */
  memoryMib: number
}

export interface Job extends Limits {
  /** The address of the module, and the name of its function. */
  module: string
  name: string
  input: unknown
}

export interface Reading {
  value: unknown
  /** The CPU time it took, in milliseconds. */
  cpuMs: number
}

/**
 * The reason why nothing was read: the input is larger than the limit, took more time or memory than the limit, ended the process,
 * or is not what the reader reads (`unreadable`); `busy` if too many readings wait.
 */
export type FaultReason = 'size' | 'time' | 'memory' | 'crash' | 'unreadable' | 'busy'

const TEXTS: Readonly<Record<Exclude<FaultReason, 'unreadable'>, string>> = {
  size: 'it is too large',
  time: 'it takes too long to read',
  memory: 'it takes too much memory to read',
  crash: 'it cannot be read',
  busy: 'too much is being read just now',
}

/** A reading that failed; the message is a clause without a subject's name: `it takes too long to read`. */
export class ReaderFault extends Error {
  readonly reason: FaultReason
  /** The CPU time that the reading took, in milliseconds, where the reader itself ended it. */
  readonly cpuMs: number | undefined
  /** `cause` is the last error output of the process. */
  constructor(reason: FaultReason, message?: string, { cause, cpuMs }: { cause?: string; cpuMs?: number } = {}) {
    super(message ?? (reason === 'unreadable' ? 'it cannot be read' : TEXTS[reason]), { cause })
    this.reason = reason
    this.cpuMs = cpuMs
  }
}

const ENTRY = new URL('./process.mjs', import.meta.url)
/** The maximum heap of JavaScript unless told, in MiB. */
const HEAP = 1024
/** A process above this is replaced after its job, in MiB. */
const WORN = 400
/** How long an idle process is kept, in milliseconds. */
const IDLE = 300_000
/** A job that neither ends nor uses CPU time is ended after this, in milliseconds. */
const SILENCE = 120_000
/** The maximum length of a process's stored error output, in characters. */
const LAST_WORDS = 2000

interface Waiting {
  job: Job
  resolve: (reading: Reading) => void
  reject: (error: Error) => void
}

type Answer = { value?: unknown; fault?: string; cpuMs: number; memoryMib: number }

export class ReaderPool {
  readonly #size: number
  readonly #line: number
  readonly #idle: ReaderProcess[] = []
  #working = 0
  readonly #waiting: Waiting[] = []

  readonly #heapMib: number

  /** `size` processes; `line` jobs may wait for one. `heapMib` is the maximum heap of JavaScript in each. */
  constructor({ size, line, heapMib = HEAP }: { size: number; line: number; heapMib?: number }) {
    this.#size = size
    this.#line = line
    this.#heapMib = heapMib
  }

  /** The number of jobs that are under way or wait. */
  get load(): number {
    return this.#working + this.#waiting.length
  }

  /** Runs a job in its turn. Rejects with a `ReaderFault` alone. */
  run(job: Job): Promise<Reading> {
    const { input, bytes } = job
    if (input instanceof Uint8Array && bytes !== undefined && input.length > bytes) {
      return Promise.reject(new ReaderFault('size'))
    }
    if (this.#working >= this.#size && this.#waiting.length >= this.#line) {
      return Promise.reject(new ReaderFault('busy'))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject })
      this.#next()
    })
  }

  #next(): void {
    if (this.#working >= this.#size) return
    const next = this.#waiting.shift()
    if (!next) return
    this.#working += 1
    const { job, resolve, reject } = next
    const process = this.#take()
    process
      .run(job)
      .then(resolve, reject)
      .finally(() => {
        this.#working -= 1
        if (process.isUsable) this.#idle.push(process)
        this.#next()
      })
  }

  #take(): ReaderProcess {
    for (;;) {
      const process = this.#idle.pop()
      if (!process) return new ReaderProcess(this.#heapMib)
      if (process.isUsable) return process
    }
  }
}

/** One process, for one job at a time. It keeps the server alive while it works, and no longer. */
class ReaderProcess {
  readonly #child: ChildProcess
  #lastWords = ''
  #isOver = false
  #rest: NodeJS.Timeout | undefined

  constructor(heapMib: number) {
    this.#child = fork(ENTRY, [], {
      execArgv: [`--max-old-space-size=${heapMib}`],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child.stderr?.on('data', (text: Buffer) => {
      this.#lastWords = (this.#lastWords + text.toString('utf8')).slice(-LAST_WORDS)
    })
    const end = () => {
      this.#isOver = true
      clearTimeout(this.#rest)
    }
    this.#child.on('close', end)
    this.#child.on('disconnect', end)
    this.#child.on('error', end)
  }

  get isUsable(): boolean {
    return !this.#isOver
  }

  run({ module, name, input, cpuMs, memoryMib }: Job): Promise<Reading> {
    const child = this.#child
    clearTimeout(this.#rest)
    this.#hold(true)
    return new Promise<Reading>((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(silence)
        child.off('message', hear)
        child.off('close', fail)
        child.off('error', fail)
        this.#hold(false)
        act()
      }
      const hear = (answer: Answer) => {
        if (answer.memoryMib > WORN) this.#end()
        else this.#rest = setTimeout(() => this.#end(), IDLE).unref()
        const { value, fault } = answer
        settle(() =>
          fault === undefined
            ? resolve({ value, cpuMs: answer.cpuMs })
            : reject(new ReaderFault('unreadable', fault, { cpuMs: answer.cpuMs })),
        )
      }
      const fail = () => {
        this.#isOver = true
        settle(() => reject(new ReaderFault(limitIn(this.#lastWords), undefined, { cause: this.#lastWords })))
      }
      const silence = setTimeout(() => {
        this.#lastWords += 'limit: time'
        child.kill('SIGKILL')
      }, SILENCE + cpuMs)
      child.on('message', hear)
      // after its error output has ended, too
      child.on('close', fail)
      child.on('error', fail)
      child.send({ module, name, input, cpuMs, memoryMib }, (error) => {
        // the process ended before it heard of the job, which `close` reports
        if (error) child.kill('SIGKILL')
      })
    })
  }

  #end(): void {
    this.#isOver = true
    if (this.#child.connected) this.#child.disconnect()
  }

  #hold(isHeld: boolean): void {
    const { channel, stderr } = this.#child
    const pipe = stderr as unknown as { ref(): void; unref(): void } | null
    for (const each of [this.#child, channel, pipe]) {
      if (isHeld) each?.ref()
      else each?.unref()
    }
  }
}

function limitIn(lastWords: string): FaultReason {
  const limit = /^limit: (time|memory)$/m.exec(lastWords)?.[1]
  if (limit !== undefined) return limit as FaultReason
  return lastWords.includes('heap out of memory') ? 'memory' : 'crash'
}
