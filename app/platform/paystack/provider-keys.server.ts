import type { Pool, QueryResultRow } from 'pg'

/**
 * Runs a statement on the table of used keys, one process after the other. The lock has a statement of its own: a
 * statement that waits for the lock itself would continue with the rows from before the wait.
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
    // A connection in the middle of a transaction is not reused.
    client.release(true)
    throw error
  }
}
