// npm run forget-guest -- '0712 345 678'   takes that person off all lists of guests: name, number, address, wish and note go, and
// their links open nothing any more. Books of people forget them, too. An address for mail in place of the number does the same.
import { phoneIn } from '#app/kit/phone.ts'
import { db, openPool, useDatabase } from '#app/platform/db.server.ts'
import { forgetListed } from '#app/privacy/forget-donor.server.ts'
import { counted } from './counted.ts'
import { findDatabase } from './find-database.ts'
import { fail } from './signals.ts'

const who = process.argv[2]?.trim() ?? ''
try {
  if (!/^[^\s@]+@[^\s@]+$/.test(who) && !phoneIn(who))
    throw new Error('Whom? npm run forget-guest -- someone@example.org, or a phone number')
  const database = await findDatabase()
  const pool = openPool(database.url, 2)
  try {
    useDatabase(pool)
    const { books, guests } = await forgetListed(db, who)
    console.log(`Forgotten: ${counted(guests, 'entry', 'entries')} on lists of guests.`)
    if (books > 0) console.log(`Forgotten: ${counted(books, 'household')} in books of people.`)
  } finally {
    await pool.end()
    await database.stop()
  }
} catch (error) {
  fail(error)
}
