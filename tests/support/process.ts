/** Runs the real server as a process that a test can kill. */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface ServerProcess {
  readonly url: string
  readonly child: ChildProcess
  /** Sends a signal and waits until the process ends; returns its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** In the environment of tests that start many servers: what `bundleServer` made of `server/main.ts`. */
export const SERVER_BUNDLE = 'DOCKET_SERVER_BUNDLE'

/** Starts the server and waits until it prints its address; throws any other output. */
export async function startProcess(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const bundle = process.env[SERVER_BUNDLE]
  const child = spawn(process.execPath, bundle ? [bundle] : ['--import', 'tsx', 'server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: 'none',
      DEMO_SIGN_IN: '1',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    let words = ''
    const listen = (chunk: Buffer) => {
      words += chunk.toString()
      const found = /Docket is at (\S+)/.exec(words)
      if (found?.[1]) resolve(found[1])
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('close', (code) => reject(new Error(`the server ended with ${code}: ${words}`)))
  })
  return {
    url,
    child,
    end: async (signal) => {
      child.kill(signal)
      return gone
    },
  }
}
