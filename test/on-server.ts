import pg from 'pg'

/** Says something to a server that belongs to none of its databases, such as to make one. */
export async function onServer(postgres: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(`${postgres}/postgres`)
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}
