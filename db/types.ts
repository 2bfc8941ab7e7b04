// Written by scripts/db-types.ts from the migrated database. Do not edit: write a migration, then run it again.

import type { ColumnType } from 'kysely'

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>

export type Timestamp = ColumnType<Date, Date | string, Date | string>

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** Read as a value; written as its JSON text, so that a list is not taken for an array of the database. */
export type Json = ColumnType<JsonValue, string, string>

export interface DB {
}
