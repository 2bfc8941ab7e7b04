// npm run admin -- someone@example.org   makes that person an administrator.
import { makeAdmin } from '#app/people/accounts/roles.server.ts'
import { db, openPool, useDatabase } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { findDatabase } from './find-database.ts'
import { fail } from './signals.ts'

const email = process.argv[2]?.trim().toLowerCase() ?? ''
try {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error('Whom? npm run admin -- someone@example.org')
  const database = await findDatabase()
  const pool = openPool(database.url, 2)
  try {
    useDatabase(pool)
    await promote(email)
  } finally {
    await pool.end()
    await database.stop()
  }
} catch (error) {
  fail(error)
}

async function promote(email: string) {
  const person = await db
    .selectFrom('users')
    .select(['id', 'email_verified'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person) throw new Error(`Nobody has signed up as ${email}. Sign up first, then run this again.`)
  if (!person.email_verified)
    throw new Error(
      `${email} is not confirmed yet. Open the link in the mail that was sent there, then run this again.`,
    )
  await db.transaction().execute((tx) => makeAdmin(tx, email, 'command'))
  log.warn({ audit: 'admin granted', person: person.id, by: 'command' }, 'audit')
  console.log(`${email} is an administrator now.`)
}
