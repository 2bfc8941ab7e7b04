import { data, type RouterContextProvider } from 'react-router'
import { previewOfCard } from '#app/invitations/guests/card-told.server.ts'
import { gatheringAt, guestOf } from '#app/invitations/guests/guest.server.ts'
import { type Reply, replies } from '#app/invitations/guests/invitation.ts'
import { keepOfGuest } from '#app/invitations/guests/kept-guest.server.ts'
import { guestHere } from '#app/invitations/guests/link-limits.server.ts'
import { isRemembered } from '#app/invitations/kumbukumbu/guests.server.ts'
import { invitedWith } from '#app/invitations/messages/messages.server.ts'
import { noIn } from '#app/invitations/occasions/occasion.ts'
import { nextOf, zoneIn } from '#app/invitations/occasions/times.ts'
import { accountSeen } from '#app/invitations/wrap-up/account.server.ts'
import { removalAskedBy } from '#app/invitations/wrap-up/objections.server.tsx'
import { postsOf, thanksOfGuest } from '#app/invitations/wrap-up/posts.server.ts'
import { wrapUpMost } from '#app/invitations/wrap-up/wrap-up.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'

type GuestArgs = { params: { link: string }; context: Readonly<RouterContextProvider> }

/** Reads the page of the guest who holds the link. Unknown, withdrawn and stopped invitations all get the same answer. */
export async function loadGuest({ params: { link }, context }: GuestArgs) {
  const visit = context.get(askedContext)
  const [{ address, forAll }, origin] = [visit, namedOrigin(visit)]
  // A page for nobody has no network against which an unknown link counts: that page is not kept, and is made again for its visitor.
  const seen = await (forAll ? guestOf(db, link) : guestHere(db, link, address))
  if (!seen) return data(null, { status: 404 })
  const { gathering, supporter, occasions } = seen
  const [noted, words, thanks, posts, asked, final, keep] = await Promise.all([
    isRemembered(db, supporter.id),
    invitedWith(db, supporter.id),
    thanksOfGuest(db, supporter.id),
    postsOf(db, gathering.id, wrapUpMost.seen),
    removalAskedBy(db, supporter.id),
    accountSeen(db, gathering.id),
    forAll ? keepOfGuest(db, seen) : undefined,
  ])
  // An account shows figures of the books, which many things change: a page with one is kept for a second.
  if (keep) visit.keep = final ? { topics: keep.topics } : keep
  const preview = previewOfCard(gathering, nextOf(occasions))
  return data({
    link,
    origin,
    seen,
    noted,
    words,
    thanks,
    posts,
    asked,
    final,
    zone: zoneIn(occasions),
    now: new Date(),
    key: crypto.randomUUID() as string,
    preview: { ...preview, picture: `${origin}${preview.picture}` },
  })
}
export type GuestLoaded = Awaited<ReturnType<typeof loadGuest>>['data']

type OpenArgs = { request: Request; params: { slug: string }; context: Readonly<RouterContextProvider> }

/** Reads the page that everybody may open; missing if no occasion is shared. */
export async function loadOpen({ request, params: { slug }, context }: OpenArgs) {
  const seen = await gatheringAt(db, slug)
  if (!seen) return data(null, { status: 404 })
  const origin = namedOrigin(context.get(askedContext))
  const address = `${origin}/invitation/${seen.gathering.slug}`
  const preview = previewOfCard(seen.gathering, nextOf(seen.occasions))
  return data({
    ...seen,
    chosen: chosenIn(request),
    address,
    preview: { ...preview, picture: `${origin}${preview.picture}` },
    now: new Date(),
    key: crypto.randomUUID() as string,
  })
}
export type OpenLoaded = Awaited<ReturnType<typeof loadOpen>>['data']

/** Returns the reply that was pressed below the card, if there is one. */
function chosenIn({ url }: Request): { no: number; reply: Reply } | undefined {
  const { searchParams } = new URL(url)
  const reply = replies.find((one) => one === searchParams.get('reply'))
  return reply && { no: noIn(searchParams.get('no') ?? ''), reply }
}
