// Passkeys as keys: what an authenticator computes of a salt (WebAuthn's PRF) opens a slot. The bytes go to the engine and
// are not kept here; WebAuthn itself only works in a window.
import type { NewSecret, Secret, SlotInfo } from '#src/data/engine-client/vault-client.ts'

const TIMEOUT_MS = 60_000

/** True if this browser can make passkeys at all; whether its authenticator can compute is known when one is made. */
export const canMakePasskey = (): boolean => typeof PublicKeyCredential !== 'undefined'

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count))

function computed(credential: Credential | null): Uint8Array<ArrayBuffer> | null {
  if (!(credential instanceof PublicKeyCredential)) return null
  const first = credential.getClientExtensionResults().prf?.results?.first
  return first ? new Uint8Array(ArrayBuffer.isView(first) ? first.buffer : first) : null
}

async function compute(id: Uint8Array<ArrayBuffer>, salt: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const credential = await navigator.credentials.get({
    publicKey: {
      // the signature is not checked: only the authenticator's PRF output is used
      challenge: random(32),
      allowCredentials: [{ type: 'public-key', id }],
      userVerification: 'required',
      timeout: TIMEOUT_MS,
      extensions: { prf: { eval: { first: salt } } },
    },
  })
  const bytes = computed(credential)
  if (!bytes) throw new Error('This passkey cannot compute keys (PRF). Use a passphrase.')
  return bytes
}

/** Makes a passkey and has it compute. Throws where the user declines, or the authenticator cannot. */
export async function makePasskey(user: { name: string; fullName: string }): Promise<NewSecret> {
  const salt = random(32)
  const created = await navigator.credentials.create({
    publicKey: {
      challenge: random(32),
      rp: { name: 'Docket' },
      // one a device: another device's passkey is not to take the place of this one
      user: { id: random(16), name: user.name, displayName: user.fullName },
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      authenticatorSelection: { userVerification: 'required', residentKey: 'discouraged' },
      timeout: TIMEOUT_MS,
      extensions: { prf: { eval: { first: salt } } },
    },
  })
  if (!(created instanceof PublicKeyCredential)) throw new Error('No passkey was made.')
  const credentialId = new Uint8Array(created.rawId)
  // some authenticators compute only once they exist
  const bytes = computed(created) ?? (await compute(credentialId, salt))
  return { type: 'prf', bytes, credentialId, salt }
}

/** The PRF output of a slot's passkey. Throws if the user declines. */
export async function askPasskey({ id, credentialId, salt }: SlotInfo): Promise<Secret> {
  if (!credentialId || !salt) throw new Error('This is not a passkey.')
  return { type: 'prf', id, bytes: await compute(credentialId, salt) }
}

/** A WebAuthn failure as text for the user. */
export function passkeyFailure(error: unknown): string {
  if (error instanceof DOMException && error.name === 'NotAllowedError') return 'The passkey was not used.'
  return error instanceof Error ? error.message : 'The passkey could not be used.'
}
