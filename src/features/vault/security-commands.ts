/** Unlock methods and the user's other devices, as commands. */
import { defineArg, defineCommand, type Command } from '#src/commands/command.ts'
import type { Data } from '#src/data/data.ts'
import type { SlotInfo } from '#src/data/engine-client/vault-client.ts'
import { devicesQuery, sessionsQuery } from './devices-query.ts'
import { canMakePasskey } from './passkey.ts'
import { securityActs, type SecurityActs, securityScreen, type SecurityPorts, wayName } from './security-acts.ts'

export function commands(data: Data, ports: SecurityPorts): readonly Command[] {
  const acts = securityActs(data, ports)
  return [...unlockCommands(acts), ...sessionCommands(acts)]
}

function unlockCommands(acts: SecurityActs): readonly Command[] {
  return [
    defineCommand({
      id: 'settings.addPasskey',
      title: 'Add a passkey that opens this device without a network',
      shortTitle: 'Add a passkey',
      group: 'App',
      keywords:
        'offline, unlock, fingerprint, touch id, face id, security key, yubikey, biometric, webauthn, windows hello, register device, new passkey, work offline',
      disabledReason: () => acts.whileFree() ?? (canMakePasskey() ? null : 'This browser does not support passkeys'),
      run: acts.addPasskey,
    }),
    defineCommand({
      id: 'settings.addPassphrase',
      title: 'Add a passphrase that opens this device without a network',
      shortTitle: 'Add a passphrase',
      group: 'App',
      keywords: 'offline, unlock, password, set password, pin, passcode, secret, work offline',
      disabledReason: acts.whileFree,
      run: (c) => {
        c.ports.navigate(acts.ports.address())
        securityScreen.setState({ isWriting: true })
      },
    }),
    defineCommand({
      id: 'settings.removeWay',
      title: 'Remove a passkey or the passphrase…',
      shortTitle: 'Remove',
      group: 'App',
      keywords: 'delete passkey, remove passkey, remove password, unlock method, revoke, delete passphrase',
      undo: { kind: 'none', confirm: true },
      disabledReason: () => acts.whileFree() ?? (acts.ways().length > 0 ? null : 'There is none'),
      args: [
        defineArg<'way', SlotInfo>({
          name: 'way',
          type: 'choice',
          prompt: () => 'Remove',
          source: () => acts.ways().map((way) => ({ id: way.id, value: way, title: wayName(way) })),
        }),
      ],
      run: (c, { way }) => void acts.attempt(c, () => acts.engine.calls.vaultRemove(way.id)),
    }),
    defineCommand({
      id: 'settings.lockHidden',
      title: 'Lock when the window is hidden, or only after inactivity',
      shortTitle: 'Lock when hidden',
      group: 'App',
      keywords: 'hide, minimise, minimize, tab, away, auto lock, autolock, screen lock, blur, background',
      run: acts.toggleLockHidden,
    }),
  ]
}

function sessionCommands({ api, queries, engine, endSession, wipeDevice }: SecurityActs): readonly Command[] {
  return [
    defineCommand({
      id: 'settings.endSession',
      title: 'End one of your sessions: it has to sign in again',
      shortTitle: 'End session',
      group: 'App',
      keywords:
        'sign out elsewhere, log out other, everywhere, token, revoke session, other devices, sign out everywhere, log out everywhere',
      offline: 'block',
      undo: { kind: 'none', confirm: true },
      args: [
        defineArg<'session', string>({
          name: 'session',
          type: 'choice',
          prompt: () => 'End',
          source: async () =>
            (await queries.fetchQuery(sessionsQuery(api))).items.map(({ id, device, current }) => ({
              id,
              value: id,
              title: device ?? 'Another client',
              ...(current && { detail: 'this one: you are signed out' }),
            })),
        }),
      ],
      run: endSession,
    }),
    defineCommand({
      id: 'settings.wipeDevice',
      title: 'Wipe one of your devices: what it has not sent is lost',
      shortTitle: 'Wipe',
      group: 'App',
      keywords: 'revoke, lost, stolen, remote wipe, erase, lost phone, delete device, remove device',
      offline: 'block',
      undo: { kind: 'none', confirm: true },
      args: [
        defineArg<'device', string>({
          name: 'device',
          type: 'choice',
          prompt: () => 'Wipe',
          source: async () =>
            (await queries.fetchQuery(devicesQuery(api))).items
              .filter(({ revoked }) => !revoked)
              .map(({ id, label }) => ({
                id,
                value: id,
                title: label,
                ...(id === engine.vault.state()?.device && { detail: 'this one: you are signed out' }),
              })),
        }),
      ],
      run: wipeDevice,
    }),
  ]
}
