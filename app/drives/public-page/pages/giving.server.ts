import { type GivingGuest, guestGiving } from '#app/invitations/activity/tie.server.ts'
import { isKenyanMobile, phoneShown } from '#app/kit/phone.ts'
import { givingTo } from '#app/money/payments/giving.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { Args } from '#app/platform/form-action.server.ts'
import { openTo, toGiveTo } from './sheet.server.ts'

/** Returns what the form for giving needs here, filled in for the person who is signed in; undefined when nothing can be given. */
export async function givingHere(args: Args) {
  const drive = toGiveTo((await openTo(args)).found)
  const person = args.context.get(personContext)
  if (!drive) return undefined
  const guest = person ? undefined : await guestGiving(db, args.request, drive.slug)
  const giver = person
    ? { name: person.fullName, email: person.email }
    : guest
      ? { name: guest.name, email: null }
      : null
  const giving = await givingTo(db, drive.id, giver)
  return giving && { ...giving, known: guest ? knownOf(guest) : null, picture: drive.picture }
}

/** Returns what anyone with the hosts' link may read of what they know of a guest. */
const knownOf = ({ phone, email }: GivingGuest) => ({
  phone: phone && isKenyanMobile(phone) ? phoneShown(phone) : null,
  email: email !== null,
})
