import type { Engine } from './engine-client.ts'

/** Resolves once the engine has opened its databases, or knows that it cannot. */
export function engineReady(engine: Pick<Engine, 'status' | 'subscribe'>): Promise<void> {
  return new Promise((resolve) => {
    const isOpen = () => engine.status().storage !== 'off'
    if (isOpen()) return resolve()
    const stop = engine.subscribe(() => {
      if (!isOpen()) return
      stop()
      resolve()
    })
  })
}
