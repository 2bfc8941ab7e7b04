import type pg from 'pg'

// How the pretend worlds reach the database that keeps them.

/** Runs statements: the pool, or one connection inside a transaction. */
export type Runs = { query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }> }

export async function all<Row>(runs: Runs, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await runs.query(text, values)).rows as Row[]
}
export const one = async <Row>(runs: Runs, text: string, values: unknown[] = []): Promise<Row | undefined> =>
  (await all<Row>(runs, text, values))[0]

/** Several statements, all or none. */
export async function together<Done>(
  { pool }: { pool: () => pg.Pool },
  work: (tx: Runs) => Promise<Done>,
): Promise<Done> {
  const client = await pool().connect()
  try {
    await client.query('begin')
    const done = await work({ query: (text, values) => client.query(text, values) })
    await client.query('commit')
    client.release()
    return done
  } catch (error) {
    // A connection that can't even go back is not given to anybody else.
    const broken = await client.query('rollback').then(
      () => undefined,
      (fault: Error) => fault,
    )
    client.release(broken)
    throw error
  }
}
