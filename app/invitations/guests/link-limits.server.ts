import { isIPv6 } from 'node:net'
import { Refusal } from '#app/kit/says.ts'
import { type Db, db, type Tx } from '#app/platform/db.server.ts'
import { type Limit, takeTry, waitIn } from '#app/platform/http/limits.server.ts'
import { shortAddress } from '#app/platform/http/network-address.server.ts'
import { type GuestSeen, guestOf, supporterAt } from './guest.server.ts'
import { invitationTexts } from './invitation.ts'
import { isLink } from './link.server.ts'

// The rate limits of guests. Mobile networks put thousands of people behind one address, so a network may do much and a
// link little.

/** The limits of all form actions by a link, such as answers and words. */
export const linkLimits = (link: string | undefined, address: string): Limit[] => [
  { name: 'guest-link', key: link ?? '', times: 20, seconds: 3600 },
  { name: 'guest-network', key: address, times: 600, seconds: 600 },
]

/** The limits of answers on the open link: five an hour for one number. */
export const sharedLimits = (phone: string, address: string): Limit[] => [
  { name: 'shared-answer', key: phone, times: 5, seconds: 3600 },
  { name: 'guest-network', key: address, times: 600, seconds: 600 },
]

/** The limits of new guests from one network: 60 an hour are booked, the host approves the next 240, and the rest are refused. */
const newGuests = (gatheringId: string, address: string): [Limit, Limit] => {
  const key = `${gatheringId} ${isIPv6(address) ? shortAddress(address) : address}`
  return [
    { name: 'new-guests', key, times: 60, seconds: 3600 },
    { name: 'new-guests-who-ask', key, times: 240, seconds: 3600 },
  ]
}

/** Counts a new guest of a network. Returns true if there are so many that the host has to approve this one. */
export async function isOneOfMany(tx: Tx, gatheringId: string, address: string | undefined): Promise<boolean> {
  if (address === undefined) return false
  const [come, ask] = newGuests(gatheringId, address)
  if ((await waitIn(tx, [come])) === 0) return false
  const retryAfter = await waitIn(tx, [ask])
  if (retryAfter > 0)
    throw new Refusal(invitationTexts.manyNew(Math.ceil(retryAfter / 60)), { status: 429, retryAfter })
  return true
}

/** Limits how often an email address is accepted, since it may be a stranger's. The answer counts without it. */
export async function refuseOften(email: string | undefined): Promise<void> {
  if (!email) return
  const retryAfter = await waitIn(db, [{ name: 'guest-email', key: email, times: 5, seconds: 3600 }])
  if (retryAfter > 0) throw new Refusal(invitationTexts.emailOften, { status: 429, field: 'email', retryAfter })
}

/** The limit of mails about answers to one address, regardless of who answers. */
export const answerMails = (email: string): Limit[] => [
  { name: 'answer-mails', key: email, times: 12, seconds: 3600 },
  { name: 'answer-mails-a-day', key: email, times: 30, seconds: 86_400 },
]

/** Nobody finds a link by guessing: each has sixty random bits. Only links that open nothing are counted. */
const unknownLinks = (address: string): Limit[] => [{ name: 'unknown-link', key: address, times: 300, seconds: 600 }]

/** Reads the page of the guest who holds this link. A link that opens nothing counts against the network that asked. */
export const guestHere = async (db: Db, link: string, address: string): Promise<GuestSeen | undefined> =>
  foundBy(await guestOf(db, link), address)

/** Counts a link that opens nothing, when it asks for something beside the page, such as its picture. */
export async function foundBy<Found>(found: Found | undefined, address: string): Promise<Found | undefined> {
  if (!found) await takeTry(unknownLinks(address))
  return found
}

/** Refuses a form action by a link that opens nothing. */
export async function refuseUnknown(db: Db, link: string, address: string): Promise<void> {
  if (isLink(link) && (await supporterAt(db, link))) return
  await takeTry(unknownLinks(address))
  throw new Refusal(invitationTexts.missing, { status: 404 })
}

/** Returns the slug of the drive that the guest can give to from their page; undefined if none takes gifts. */
export async function givesTo(db: Db, link: string): Promise<string | undefined> {
  const { drive } = (await guestOf(db, link))?.gathering ?? {}
  return drive?.gives ? drive.slug : undefined
}

/** Returns the slug of the drive of this link's gathering. Refuses the form action if there is none, or the link is unknown. */
export async function driveOf(db: Db, link: string, address: string): Promise<string> {
  const drive = (await guestHere(db, link, address))?.gathering.drive
  if (!drive) throw new Refusal(invitationTexts.missing, { status: 404 })
  return drive.slug
}
