import type { Pool, QueryResultRow } from 'pg'

/**
 * Runs a statement about the keys that were in use, one process after the other. The lock has a statement of its own: one
 * that waits for it would go on with what was there before it waited.
 */
export async function keysInTurn<Row extends QueryResultRow>(
  pool: Pool,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('provider_keys'))")
    const { rows } = await client.query<Row>(text, values)
    await client.query('commit')
    client.release()
    return rows
  } catch (error) {
    // A connection in the midst of something is given to nobody else.
    client.release(true)
    throw error
  }
}
