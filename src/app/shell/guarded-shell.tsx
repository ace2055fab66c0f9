import { useActivity, VaultGate } from '#src/features/vault/vault-gate.tsx'
import { Shell } from './shell.tsx'

/** The workbench, or the lock screen in its place. */
export function GuardedShell() {
  useActivity()
  return (
    <VaultGate>
      <Shell />
    </VaultGate>
  )
}
