// npm run db:migrate   applies the migrations that the database lacks, as the start does. With `-- --check` it changes nothing,
// names what is missing, and exits 1 when anything is.
import { giveRights, settleIn } from '#app/platform/postgres/database.server.ts'
import { migrate, missingMigrations } from '#app/platform/postgres/migrate.server.ts'
import { findDatabase } from './find-database.ts'
import { fail } from './signals.ts'

try {
  const database = await findDatabase({ migrated: false })
  try {
    if (process.argv.includes('--check')) await check(database.url)
    else await apply(database.url)
  } finally {
    await database.stop()
  }
} catch (error) {
  fail(error)
}

async function check(url: string): Promise<void> {
  const missing = await missingMigrations(url)
  if (missing.length === 0) console.log('The database lacks no migration.')
  else {
    console.error(`The database lacks: ${missing.join(', ')}`)
    process.exitCode = 1
  }
}

async function apply(url: string): Promise<void> {
  const applied = await migrate(url)
  await settleIn(url)
  await giveRights(url)
  console.log(applied.length ? `Applied: ${applied.join(', ')}` : 'The database lacked no migration.')
}
