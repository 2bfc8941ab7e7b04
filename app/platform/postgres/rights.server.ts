import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { log } from '#app/platform/log.server.ts'
import { productFolder } from '#app/platform/places.server.ts'
import { statementsOf } from './statements.ts'

const role = 'harambee_app'
/** Error codes: not allowed to make roles; made by another process at the same moment. */
const notAllowed = '42501'
const alreadyThere = ['42710', '23505']
// Any number that nobody else locks in this database.
const lock = 4_201_864

/**
 * Gives the role that serves visitors the rights that it needs and no more, as in db/rights.sql, and returns its name.
 * Undefined where the database does not let us make a role: then its triggers alone protect the books.
 */
export async function giveRights(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await makeRole(client)
    await client.query('begin')
    for (const statement of statementsOf(readFileSync(path.join(productFolder, 'db/rights.sql'), 'utf8')))
      await client.query(statement)
    await client.query('commit')
    return role
  } catch (error) {
    if ((error as pg.DatabaseError).code !== notAllowed) throw error
    log.warn(
      { why: (error as Error).message },
      'the database allows no second role: its triggers alone guard the books',
    )
    return undefined
  } finally {
    await client.end()
  }
}

/** Roles belong to the whole server: another database of the product on it may have made it already. */
async function makeRole(client: pg.Client) {
  const { rows } = await client.query('select from pg_roles where rolname = $1', [role])
  if (rows.length === 0)
    await client.query(`create role ${role} nologin`).catch((error: pg.DatabaseError) => {
      if (!alreadyThere.includes(error.code ?? '')) throw error
    })
  await client.query(`grant ${role} to current_user`)
}
