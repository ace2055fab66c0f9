/** Actions on unlock methods and the user’s other devices. */
import { createStore } from 'zustand/vanilla'
import { sessions } from '#contract/calls/own-sessions.ts'
import { sync } from '#contract/calls/sync.ts'
import type { Ctx } from '#src/commands/command.ts'
import type { Data } from '#src/data/data.ts'
import type { SlotInfo } from '#src/data/engine-client/vault-client.ts'
import { ApiError } from '#src/data/net/errors.ts'
import { isLockedHidden, setLockedHidden } from '#src/data/user/when-hidden.ts'
import { makePasskey, passkeyFailure } from './passkey.ts'

/** The security screen's data. */
export const securityScreen = createStore(() => ({ isBusy: false, isWriting: false, fault: '' }))

/** An unlock method that needs no network. */
export const isOffline = ({ type }: SlotInfo) => type === 'pass' || type === 'prf'
export const wayName = ({ type, label }: SlotInfo) => (type === 'prf' ? label : 'Passphrase')

export interface SecurityPorts {
  /** The path of the screen. */
  address(): string
  person(): { email: string; fullName: string } | undefined
}

/** A refusal is in the status line already. */
function onlyRefusals(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}

export function securityActs({ api, queries, engine, user }: Data, ports: SecurityPorts) {
  const attempt = async (c: Ctx, run: () => Promise<void>): Promise<void> => {
    securityScreen.setState({ isBusy: true, fault: '' })
    try {
      await run()
      c.actions.say('Done: this device opens offline as you chose.')
    } catch (error) {
      securityScreen.setState({ fault: passkeyFailure(error) })
      // that screen shows the error and the alternatives
      c.ports.navigate(ports.address())
    } finally {
      securityScreen.setState({ isBusy: false })
    }
  }
  const whileFree = () => (securityScreen.getState().isBusy ? 'Wait until the last step is finished' : null)
  const ways = () => (engine.vault.state()?.slots ?? []).filter(isOffline)

  const addPasskey = (c: Ctx) => {
    const person = ports.person()
    if (!person) return
    void attempt(c, async () => {
      const secret = await makePasskey({ name: person.email, fullName: person.fullName })
      await engine.calls.vaultEnrol(secret, 'Passkey')
    })
  }

  const toggleLockHidden = () => {
    const was = isLockedHidden(user)
    setLockedHidden(user, !was)
    return {
      announce: was ? 'It locks after inactivity' : 'It locks when its window is hidden',
      undo: () => setLockedHidden(user, was),
      redo: () => setLockedHidden(user, !was),
    }
  }

  const endSession = (_: Ctx, { session }: { session: string }) => {
    const end = async () => {
      await api.send(sessions.end, { params: { session } }, { platform: '' })
      await queries.invalidateQueries({ queryKey: ['sessions'] })
    }
    end().catch(onlyRefusals)
  }

  const wipeDevice = (_: Ctx, { device }: { device: string }) => {
    const wipe = async () => {
      await api.send(sync.revokeDevice, { params: { device } }, { platform: '' })
      await queries.invalidateQueries({ queryKey: ['devices'] })
    }
    wipe().catch(onlyRefusals)
  }

  return { api, queries, engine, ports, attempt, whileFree, ways, addPasskey, toggleLockHidden, endSession, wipeDevice }
}

export type SecurityActs = ReturnType<typeof securityActs>
