import { useSyncExternalStore } from 'react'
import { useData } from '#src/data/data.ts'
import type { VaultState } from '#src/data/engine-client/vault-client.ts'

/** The vault of this device; null before the engine runs. Renders again when it changes. */
export function useVault(): VaultState | null {
  const { vault } = useData().engine
  return useSyncExternalStore(vault.subscribe, vault.state)
}
