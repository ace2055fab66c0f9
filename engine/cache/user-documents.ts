/**
 * The user's documents: keymap, templates, views. Durable and encrypted like the outbox
 * (docs/design/offline.md#databases).
 */
import type { SettingKind, SettingScope } from '#contract/model/settings.ts'
import type { Databases, UserDb, VaultDb } from '#engine/base/database.ts'
import { hash, open, seal, Unreadable, type KeyRing, type Use } from '#engine/base/sealer.ts'

/** Settings of this device, which no server receives. */
export type LocalKind = 'frecency' | 'evidence' | 'draft' | 'place'

/** The key of a document. `platform` is empty for a document of all platforms. */
export interface Place {
  scope: SettingScope
  kind: SettingKind | LocalKind
  platform: string
  id: string
}

/** A document as this device has it. */
export interface UserDocument extends Place {
  /** The server's last known value; null if it has none. */
  base: { version: number; value: unknown } | null
  /** Changed here, and not accepted by the server yet; `removed` in place of a value. */
  edit: Edit | null
}

export interface Edit {
  /** For a deleted document: the value that may have reached the server before. */
  value?: unknown
  removed?: true
  /** The reason for the server's refusal: the value stays here and is not resent unchanged. */
  refused?: string
}

/** A change, for every tab. `gone` contains keys, see `keyOf`. */
export interface DocumentChange {
  put: UserDocument[]
  gone: string[]
}

/** One text for a place; no two places have the same. */
export const keyOf = ({ scope, kind, platform, id }: Place): string => [scope, kind, platform, id].join('|')

/**
 * The encryption of a document: the user's own documents are of no platform; texts about a customer use the platform's
 * keys and are destroyed with them.
 */
export const useOf = ({ kind }: Pick<Place, 'kind'>): Use =>
  kind === 'draft' || kind === 'evidence' || kind === 'place' ? 'outbox' : 'user'

export class UserDocuments {
  readonly #db: UserDb
  readonly #vault: VaultDb
  readonly #ring: KeyRing

  constructor({ user, vault }: Pick<Databases, 'user' | 'vault'>, ring: KeyRing) {
    this.#db = user
    this.#vault = vault
    this.#ring = ring
  }

  /** All documents that can be decrypted; others stay stored. */
  async all(): Promise<UserDocument[]> {
    const rows = await this.#db.documents.toArray()
    const opened = await Promise.all(
      rows.map((row) =>
        open(this.#ring, row, `${row.k}|${row.platform}`).catch((error: unknown) => {
          if (error instanceof Unreadable) return null
          throw error
        }),
      ),
    )
    return opened.filter((one): one is UserDocument => one !== null)
  }

  async change({ put, gone }: DocumentChange): Promise<void> {
    const rows = await Promise.all(
      put.map(async (document) => {
        const k = await hash(this.#ring, keyOf(document))
        const { platform } = document
        return { k, platform, ...(await seal(this.#ring, useOf(document), platform, `${k}|${platform}`, document)) }
      }),
    )
    const names = await Promise.all(gone.map((key) => hash(this.#ring, key)))
    await this.#db.transaction('rw', this.#db.documents, async () => {
      await this.#db.documents.bulkPut(rows)
      await this.#db.documents.bulkDelete(names)
    })
    await this.#dropUnreadable(rows)
  }

  /** Drops rows whose platform was withdrawn, with its keys, while they were being encrypted. */
  async #dropUnreadable(rows: readonly { k: string; keyId: string }[]): Promise<void> {
    const keys = await this.#vault.keys.bulkGet(rows.map(({ keyId }) => keyId))
    const gone = new Map(rows.flatMap(({ k, keyId }, i) => (keys[i] ? [] : [[k, keyId]])))
    if (gone.size === 0) return
    const written = this.#db.documents.where('k').anyOf([...gone.keys()])
    await written.filter(({ k, keyId }) => gone.get(k) === keyId).delete()
  }
}
