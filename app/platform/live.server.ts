import { sql } from 'kysely'
import type { Db, Tx } from './db.server.ts'

/** Tells every open page on this topic to load again; sent when the transaction commits. */
export const tell = (tx: Tx | Db, topic: string) => sql`select pg_notify('live', ${topic})`.execute(tx)
