/** Documents of a person or of a platform's team. */
import { sql } from 'kysely'
import type { Setting } from '#contract/calls/settings.ts'
import { toStamp } from '#contract/model/common.ts'
import { SETTINGS_MAX, type SettingKind } from '#contract/model/settings.ts'
import { personOf, type Db } from '#server/store/sql.ts'

/** Whose a document is and where it counts; both may be empty: see `settings.sql` of the baseline. */
export interface Place {
  owner: string
  platform: string
  kind: SettingKind
  id: string
}

const isAt = ({ owner, platform, kind, id }: Place) =>
  sql<boolean>`(s.owner, s.platform, s.kind, s.id) = (${owner}, ${platform}, ${kind}, ${id})`

const select = (db: Db) =>
  db
    .selectFrom('setting as s')
    .innerJoin('account as p', 'p.id', 's.updated_by')
    .select(['s.owner', 's.kind', 's.id', 's.version', 's.value', 's.updated_at'])
    .select(personOf('p').as('by'))

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const toSetting = (row: Row): Setting => ({
  scope: row.owner === '' ? 'shared' : 'mine',
  kind: row.kind as SettingKind,
  id: row.id,
  version: Number(row.version),
  value: row.value,
  updatedAt: toStamp(row.updated_at),
  updatedBy: row.by ?? { id: '', name: '' },
})

/** The settings of an account on a platform: its own everywhere, and those that the platform shares. */
export async function settingsFor(db: Db, account: string, platform: string): Promise<Setting[]> {
  const rows = await select(db)
    .where('s.owner', 'in', [account, ''])
    .where('s.platform', 'in', [platform, ''])
    .orderBy('s.kind')
    .orderBy('s.id')
    .limit(3 * SETTINGS_MAX)
    .execute()
  return rows.map(toSetting)
}

/** The document at a place, or null. */
export async function findSetting(db: Db, place: Place): Promise<Setting | null> {
  const row = await select(db).where(isAt(place)).executeTakeFirst()
  return row ? toSetting(row) : null
}

/** How many documents there are beside this one. */
export async function countSettings(db: Db, { owner, platform }: Place): Promise<number> {
  const counted = db.selectFrom('setting').select(sql<number>`count(*)::int`.as('n'))
  return (await counted.where('owner', '=', owner).where('platform', '=', platform).executeTakeFirstOrThrow()).n
}

interface Write {
  /** The version that was changed; 0 for a new document. */
  version: number
  value: unknown
  by: string
  at: Date
}

/** Writes a document that is still at its version; false where it is not. */
export async function writeSetting(db: Db, place: Place, { version, value, by, at }: Write): Promise<boolean> {
  const fields = { value: JSON.stringify(value), updated_by: by, updated_at: at }
  const written =
    version === 0
      ? await db
          .insertInto('setting')
          .values({ ...place, ...fields })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
      : await db
          .updateTable('setting as s')
          .set({ ...fields, version: sql`nextval('setting_version')` })
          .where(isAt(place))
          .where('s.version', '=', String(version))
          .executeTakeFirst()
  return ('numUpdatedRows' in written ? written.numUpdatedRows : written.numInsertedOrUpdatedRows) === 1n
}

/** Removes a document that is still at its version; false where it is not. */
export async function dropSetting(db: Db, place: Place, version: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('setting as s')
    .where(isAt(place))
    .where('s.version', '=', String(version))
    .executeTakeFirst()
  return numDeletedRows === 1n
}
