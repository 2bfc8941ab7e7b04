import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { runningPostgres } from '#app/platform/postgres/postgres.server.ts'
import type { Place } from './house.ts'

/** Asks the database of a house. */
export async function ask({ dataDir, database }: Place, statement: string, values: unknown[] = []) {
  const url = database ?? runningPostgres(fs.realpathSync(path.join(dataDir, 'postgres')))!.url
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(statement, values)
    return rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}
