// npm run admin -- someone@example.org   makes that person an administrator.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { makeAdmin } from '#app/features/people/roles.server.ts'
import { db, openPool, useDatabase } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { migrate } from '#app/platform/migrate.server.ts'
import { runningPostgres, startPostgres } from '#app/platform/postgres.server.ts'
import { databasePlace } from '#app/platform/postgres-place.server.ts'
import { settings } from '#app/platform/settings.server.ts'
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
  await makeAdmin(db, email, 'command')
  log.warn({ audit: 'admin granted', person: person.id, by: 'command' }, 'audit')
  console.log(`${email} is an administrator now.`)
}

/** The database of the settings; else our own, whether it runs now or not. */
async function findDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  if (settings.DATABASE_URL) return { url: settings.DATABASE_URL, stop: async () => {} }
  if (!existsSync(path.join(settings.DATA_DIR, 'postgres')))
    throw new Error(`There is no database in ${settings.DATA_DIR} yet: npm start makes it.`)
  const place = databasePlace(settings.DATA_DIR)
  const running = runningPostgres(place)
  if (running) return { url: running.url, stop: async () => {} }
  const own = await startPostgres({ place, onWait: (line) => console.log(line) })
  await migrate(own.url)
  return own
}
