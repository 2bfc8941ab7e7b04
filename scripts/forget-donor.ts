// npm run forget-donor -- someone@example.org   takes that person's name, address, phone and messages out of all payments.
// A phone number in place of the address does the same for the person who paid from it.
import { forgetPayer } from '#app/features/payments/forget.server.ts'
import { phoneIn } from '#app/kit/phone.ts'
import { db, openPool, useDatabase } from '#app/platform/db.server.ts'
import { findDatabase } from './find-database.ts'
import { fail } from './signals.ts'

const who = process.argv[2]?.trim() ?? ''
try {
  if (!/^[^\s@]+@[^\s@]+$/.test(who) && !phoneIn(who))
    throw new Error('Whom? npm run forget-donor -- someone@example.org, or a phone number')
  const database = await findDatabase()
  const pool = openPool(database.url, 2)
  try {
    useDatabase(pool)
    const { payments, gifts, events } = await forgetPayer(db, who)
    console.log(`Forgotten: ${payments} payments, ${gifts} of them gifts, ${events} messages of the provider.`)
  } finally {
    await pool.end()
    await database.stop()
  }
} catch (error) {
  fail(error)
}
