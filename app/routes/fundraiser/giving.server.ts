import { givingTo } from '#app/features/payments/giving.server.ts'
import { personContext } from '#app/features/people/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { Args } from '#app/platform/deed.server.ts'
import { openTo, toGiveTo } from './sheet.server.ts'

/** What the form for giving needs here, filled in for the person who is signed in; undefined when nothing can be given. */
export async function givingHere(args: Args) {
  const drive = toGiveTo((await openTo(args)).found)
  const person = args.context.get(personContext)
  const giving = drive && (await givingTo(db, drive.id, person && { name: person.fullName, email: person.email }))
  return giving && { ...giving, picture: drive.picture }
}
