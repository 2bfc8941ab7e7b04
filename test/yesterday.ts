import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'

/** Fills an empty database with what the version of 28 November 2026 left after its first start. */
export async function loadYesterday(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('create extension if not exists pg_trgm')
  await client.query(`begin; ${gunzipSync(readFileSync('test/yesterday.sql.gz'))}; commit`)
  await client.end()
}
