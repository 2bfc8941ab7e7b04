import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { runningPostgres } from '#app/platform/postgres.server.ts'
import type { House } from './house.ts'

/** Asks the database of a house that has its own. */
export async function ask(house: House, statement: string, values: unknown[] = []) {
  const client = new pg.Client(runningPostgres(fs.realpathSync(path.join(house.dataDir, 'postgres')))!.url)
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query(statement, values)
  await client.end()
  return rows as Record<string, unknown>[]
}
