// The current platform: that of the address, remembered in the cookie `platform`.
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { resolvePlatform, type Platform } from '#contract/model/platform.ts'
import { readCookie, writeCookie } from '#src/data/user/session-store.ts'
import { useSession } from './session.ts'

const store = createStore(() => ({ name: '' }))

/** Name of the platform, as calls carry it; empty before one is chosen. */
export const currentPlatform = (): string => store.getState().name

/** The current platform, with the server's data. Undefined on screens outside any. */
export function usePlatform(): Platform | undefined {
  const { platforms } = useSession()
  const current = useStore(store, (state) => state.name)
  return platforms.find(({ name }) => name === current)
}

/** Makes it the current one and remembers it for the next visit. */
export function enterPlatform(name: string): void {
  if (name === store.getState().name) return
  writeCookie(document, 'platform', name)
  store.setState({ name })
}

/** The platform without an address: the remembered one if still allowed, else the default. */
export function homePlatform(allowed: readonly string[]): string {
  return resolvePlatform(readCookie(document, 'platform') ?? '', allowed)
}
