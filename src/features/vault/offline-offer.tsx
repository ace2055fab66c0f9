// Shown until it is answered: this device does not open without the network.
import { lazy, Suspense } from 'react'
import { useVault } from './use-vault.ts'

const Offer = lazy(() => import('./offer-dialog.tsx').then((m) => ({ default: m.Offer })))

export function OfflineOffer() {
  const state = useVault()
  if (state?.phase !== 'open' || state.offlineUnlock === 'device') return null
  if (state.isPutOff && state.offlineUnlock !== 'required') return null
  if (state.slots.some(({ type }) => type === 'pass' || type === 'prf')) return null
  return (
    <Suspense fallback={null}>
      <Offer isRequired={state.offlineUnlock === 'required'} />
    </Suspense>
  )
}
