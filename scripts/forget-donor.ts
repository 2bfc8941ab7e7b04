// npm run forget-donor -- someone@example.org   takes that person's name, address, phone and messages out of all payments.
// A phone number in place of the address does the same for the person who paid from it. Lists of guests and books
// of people forget them, too.

import { phoneIn } from '#app/kit/phone.ts'
import { db, openPool, useDatabase } from '#app/platform/db.server.ts'
import { forgetDonor } from '#app/privacy/forget-donor.server.ts'
import { counted } from './counted.ts'
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
    const { payments, gifts, events, pledges, books, guests, pastes } = await forgetDonor(db, who)
    const paid = `${counted(payments, 'payment')}, ${gifts} of them ${gifts === 1 ? 'a gift' : 'gifts'}`
    console.log(`Forgotten: ${paid}, ${counted(events, 'message')} of the provider.`)
    if (pastes > 0) console.log(`Erased: ${counted(pastes, 'list')} that people had pasted.`)
    if (guests > 0) console.log(`Forgotten: ${counted(guests, 'entry', 'entries')} on lists of guests.`)
    if (books > 0) console.log(`Forgotten: ${counted(books, 'household')} in books of people.`)
    if (pledges > 0) console.log(`Forgotten: ${counted(pledges, 'pledge')}.`)
  } finally {
    await pool.end()
    await database.stop()
  }
} catch (error) {
  fail(error)
}
