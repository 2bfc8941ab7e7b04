import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { productFolder } from '#app/platform/places.server.ts'
import { statementsOf } from './statements.ts'

/** Puts right what a dump that was played back in another server can't know of it: see db/moved.sql. As the tables' owner. */
export async function settleIn(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    for (const statement of statementsOf(readFileSync(path.join(productFolder, 'db/moved.sql'), 'utf8')))
      await client.query(statement)
  } finally {
    await client.end()
  }
}
