import { data } from 'react-router'
import { type PublicDrive, publicDrive } from '#app/drives/drive/drive.server.ts'
import { type Shut, shutStatus } from '#app/drives/public-page/shut.ts'
import { type GivingGuest, guestGiving } from '#app/invitations/activity/tie.server.ts'
import { isKenyanMobile, phoneShown } from '#app/kit/phone.ts'
import { givingTo } from '#app/money/payments/giving.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { Args } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { newVisitorCookie, visitorKey } from '#app/platform/visitor.server.ts'

/** Returns the asker's visitor key, and what they may see of the drive. */
export async function openTo({ request, params, context }: Args) {
  const visitor = visitorKey(request, context.get(askedContext).address)
  const personId = context.get(personContext)?.id ?? null
  return { visitor, found: await publicDrive(db, params.slug ?? '', { personId, visitor }) }
}

/** The drive that this visitor may read, also when it has ended. */
export const toRead = (found: PublicDrive) => (found.is === 'open' || found.is === 'ended' ? found.drive : undefined)

/** The drive that can be given to: also one whose views are used up. */
export function toGiveTo(found: PublicDrive) {
  if (found.is === 'restricted') return found.limited
  return found.is === 'open' || (found.is === 'preview' && found.because === 'no-views') ? found.drive : undefined
}

/** Loads what a page needs that shows one form of a drive's public page by itself. */
export async function loadSheet(args: Args, opens: 'giving' | 'content' = 'content') {
  const { found } = await openTo(args)
  const open = opens === 'giving' ? toGiveTo(found) : found.is === 'open' ? found.drive : undefined
  const shut = open ? null : whyShut(found)
  const cookie = newVisitorCookie(args.request)
  return data(
    {
      slug: args.params.slug ?? '',
      title: open?.title ?? null,
      shut,
      key: crypto.randomUUID() as string,
    },
    { status: shut ? shutStatus[shut] : 200, headers: cookie ? { 'set-cookie': cookie } : {} },
  )
}

/** Returns why a drive is closed, as visitors read it; its owner, too. */
function whyShut(found: PublicDrive): Shut {
  if (found.is === 'missing') return found.paused ? 'paused' : 'missing'
  if (found.is === 'restricted' || found.is === 'ended') return found.is
  if (found.is !== 'preview' || found.because === 'stopped' || found.because === 'suspended') return 'missing'
  return ({ paused: 'paused', completed: 'ended', 'no-views': 'restricted', draft: 'missing' } as const)[found.because]
}

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
