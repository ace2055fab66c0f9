// Shows the lock screen instead of the workbench while the vault is locked.
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useCommandLayer } from '#src/commands/provider.tsx'
import { useData, useEngineStatus } from '#src/data/data.ts'
import { lockWhenHidden } from '#src/data/user/when-hidden.ts'
import { useVault } from './use-vault.ts'

const LockScreen = lazy(() => import('./lock-screen.tsx').then((m) => ({ default: m.LockScreen })))

/** The delay before the user is told what is being waited for, ms; asked again where somebody is typing. */
const PATIENCE_MS = 1500

export function VaultGate({ children }: { children: ReactNode }) {
  const state = useVault()
  const [isSlow, setSlow] = useState(false)
  const { context } = useCommandLayer()
  const { storage } = useEngineStatus()
  const phase = state?.phase ?? 'opening'
  useEffect(() => {
    if (phase !== 'opening') return undefined
    // the lock screen takes the workbench's place, and what is being typed there would be lost
    const isFree = () => !context.read(document.activeElement).typing
    const timer = setInterval(() => isFree() && setSlow(true), PATIENCE_MS)
    return () => clearInterval(timer)
  }, [phase, context])
  // a newer window uses the databases: this one works without storage, and says so
  const isComing = phase === 'opening' && isSlow && storage !== 'newer'
  if (!state || phase === 'open' || (phase === 'opening' && !isComing)) return children
  return (
    <Suspense fallback={null}>
      <CommandsOff isOpening={isComing} />
      <LockScreen state={state} />
    </Suspense>
  )
}

/**
 * No command works over a closed vault. While it opens, keys that were pressed before and wait for their commands wait
 * for the workbench too.
 */
export function CommandsOff({ isOpening }: { isOpening: boolean }) {
  const { context, gate } = useCommandLayer()
  useEffect(() => {
    context.set({ view: null, overlay: 'dialog' })
    return () => context.set({ overlay: 'none' })
  }, [context])
  useEffect(() => {
    if (!isOpening) return undefined
    const closing = gate.close()
    // the replacement is drawn in the same turn
    return () => queueMicrotask(closing.open)
  }, [gate, isOpening])
  return null
}

/** Reports activity and visibility to the vault; returns the stop function. */
export function useActivity(): void {
  const { engine, user } = useData()
  const { vault, calls } = engine
  useEffect(() => lockWhenHidden({ user, lock: () => calls.vaultLock() }), [user, calls])
  useEffect(() => {
    const active = () => vault.active()
    const visible = () => vault.visible(document.visibilityState === 'visible')
    for (const type of ['keydown', 'pointerdown', 'wheel'])
      addEventListener(type, active, { capture: true, passive: true })
    document.addEventListener('visibilitychange', visible)
    return () => {
      for (const type of ['keydown', 'pointerdown', 'wheel']) removeEventListener(type, active, { capture: true })
      document.removeEventListener('visibilitychange', visible)
    }
  }, [vault])
}
