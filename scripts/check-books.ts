// npm run check-books   looks the books through. Exits 1 and says what is wrong when a rule is broken.
import { db, openPool, useDatabase } from '#app/platform/db.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { findDatabase } from './find-database.ts'
import { fail } from './signals.ts'

try {
  const database = await findDatabase()
  const pool = openPool(database.url, 1)
  try {
    useDatabase(pool)
    const broken = await brokenInvariants(db)
    for (const { id, says, count } of broken) console.error(`${id} is broken (${count}): ${says}`)
    if (broken.length === 0) console.log('The books are right.')
    else process.exitCode = 1
  } finally {
    await pool.end()
    await database.stop()
  }
} catch (error) {
  fail(error)
}
