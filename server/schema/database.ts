/** The tables as Kysely knows them. bigint and numeric come back as text; timestamps as Date. */
import type { ColumnType } from 'kysely'
import type { AdministrationTables } from './administration.ts'
import type { AuditTable } from './audit.ts'
import type { CaseTables } from './cases.ts'
import type { Big, When } from './columns.ts'
import type { CustomerTables } from './customers.ts'
import type { FileTables } from './files.ts'
import type { FormAndMailTables } from './forms-and-mail.ts'
import type { HelpdeskTables } from './helpdesk.ts'
import type { IdentityTables } from './identity.ts'
import type { QualityTables } from './quality.ts'
import type { RuleTables } from './rules.ts'
import type { SanctionsTables } from './sanctions.ts'
import type { SettingTable } from './settings.ts'
import type { SyncTables } from './sync.ts'
import type { TeamTables } from './team.ts'

export interface MetaTable {
  k: string
  v: ColumnType<unknown, string, string>
}

/** A row of a list whose position was known for some minutes: see `server/store/pages.ts`. */
export interface PageMarkTable {
  list: Buffer
  position: Big
  /** The account whose page ended here; empty for marks that everybody shares. */
  reader: string
  sort: string
  id: string
  made_at: When
}

export interface Database
  extends
    AdministrationTables,
    CaseTables,
    CustomerTables,
    FileTables,
    FormAndMailTables,
    HelpdeskTables,
    IdentityTables,
    QualityTables,
    RuleTables,
    SanctionsTables,
    SyncTables,
    TeamTables {
  audit: AuditTable
  meta: MetaTable
  page_mark: PageMarkTable
  setting: SettingTable
}
