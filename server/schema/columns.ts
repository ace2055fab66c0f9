/** Kinds of columns. bigint and numeric come back as text; timestamps as Date. */
import type { ColumnType, JSONColumnType } from 'kysely'

export type Big = ColumnType<string, string | number, string | number>
export type BigIdentity = ColumnType<string, never, never>
export type Money = ColumnType<string, string | number, string | number>
export type When = ColumnType<Date, Date | string, Date | string>
export type WhenNow = ColumnType<Date, Date | string | undefined, Date | string>
export type WhenOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
export type Json<T extends object = Record<string, unknown>> = JSONColumnType<T>
