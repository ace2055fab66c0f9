/** The user's own documents: keymap, templates, views. Precious like the outbox, and sealed like it (docs/design/offline.md#databases). */
import type { SettingKind, SettingScope } from '#contract/model/settings.ts'
import type { UserDb } from '#engine/base/database.ts'
import { hash, open, seal, Unreadable, type KeyRing, type Use } from '#engine/base/sealer.ts'

/** What is kept beside the documents that a server may know: on this device only. */
export type LocalKind = 'frecency' | 'evidence' | 'draft' | 'place'

/** Which document it is. `platform` is empty for what counts wherever the user works. */
export interface Place {
  scope: SettingScope
  kind: SettingKind | LocalKind
  platform: string
  id: string
}

/** A document as this device has it. */
export interface UserDocument extends Place {
  /** As the server had it last; null where it has none. */
  base: { version: number; value: unknown } | null
  /** Changed here, and not accepted by the server yet; `removed` in place of a value. */
  edit: Edit | null
}

export interface Edit {
  /** Of what is removed: the value that may have reached the server before. */
  value?: unknown
  removed?: true
  /** Why the server will not have it: it stays here, and is not sent again as it is. */
  refused?: string
}

/** What changed, for every tab. `gone` are keys, see `keyOf`. */
export interface DocumentChange {
  put: UserDocument[]
  gone: string[]
}

/** One text for a place; no two places have the same. */
export const keyOf = ({ scope, kind, platform, id }: Place): string => [scope, kind, platform, id].join('|')

/**
 * By what a document is sealed: what the user made is of no platform, words about a customer are of theirs, and are
 * destroyed with its keys.
 */
export const useOf = ({ kind }: Pick<Place, 'kind'>): Use =>
  kind === 'draft' || kind === 'evidence' || kind === 'place' ? 'outbox' : 'user'

export class UserDocuments {
  readonly #db: UserDb
  readonly #ring: KeyRing

  constructor(db: UserDb, ring: KeyRing) {
    this.#db = db
    this.#ring = ring
  }

  /** Everything that can be opened; what was sealed with a key that is gone stays where it is. */
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
  }
}
