// npm run forget-donor -- someone@example.org   takes that person's name, address and messages out of all payments.
import { forgetPayer } from '#app/features/payments/forget.server.ts'
import { db, openPool, useDatabase } from '#app/platform/db.server.ts'
import { findDatabase } from './find-database.ts'
import { fail } from './signals.ts'

const email = process.argv[2]?.trim() ?? ''
try {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error('Whom? npm run forget-donor -- someone@example.org')
  const database = await findDatabase()
  const pool = openPool(database.url, 2)
  try {
    useDatabase(pool)
    const { payments, gifts, events } = await forgetPayer(db, email)
    console.log(`Forgotten: ${payments} payments, ${gifts} of them gifts, ${events} messages of the provider.`)
  } finally {
    await pool.end()
    await database.stop()
  }
} catch (error) {
  fail(error)
}
