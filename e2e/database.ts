import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { runningPostgres } from '#app/platform/postgres/postgres.server.ts'
import type { Place } from './whole.ts'

/** The address of the database of a house. */
export const databaseOf = ({ dataDir, database }: Place): string =>
  database ?? runningPostgres(fs.realpathSync(path.join(dataDir, 'postgres')))!.url

/** Asks the database of a house. */
export async function ask(place: Place, statement: string, values: unknown[] = []) {
  const client = new pg.Client(databaseOf(place))
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(statement, values)
    return rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}
