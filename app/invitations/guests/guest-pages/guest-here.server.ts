import { data, type RouterContextProvider } from 'react-router'
import { previewOfCard } from '#app/invitations/guests/card-told.server.ts'
import { guestHere } from '#app/invitations/guests/link-limits.server.ts'
import { isRemembered } from '#app/invitations/kumbukumbu/note.server.ts'
import { invitedWith } from '#app/invitations/messages/invited-with.server.ts'
import { nextOf, zoneIn } from '#app/invitations/occasions/times.ts'
import { accountSeen } from '#app/invitations/wrap-up/account.server.ts'
import { wrapUpMost } from '#app/invitations/wrap-up/after.ts'
import { removalAskedBy } from '#app/invitations/wrap-up/objections.server.ts'
import { postsOf } from '#app/invitations/wrap-up/posts.server.ts'
import { thanksOfGuest } from '#app/invitations/wrap-up/thanks.server.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'

type Args = { params: { link: string }; context: Readonly<RouterContextProvider> }

/** Reads the page of the guest who holds the link. Unknown, withdrawn and stopped invitations all get the same answer. */
export async function loadGuest({ params: { link }, context }: Args) {
  const visit = context.get(askedContext)
  const [{ address }, origin] = [visit, namedOrigin(visit)]
  const seen = await guestHere(db, link, address)
  if (!seen) return data(null, { status: 404 })
  const { gathering, supporter, occasions } = seen
  const [noted, words, thanks, posts, asked, final] = await Promise.all([
    isRemembered(db, supporter.id),
    invitedWith(db, supporter.id),
    thanksOfGuest(db, supporter.id),
    postsOf(db, gathering.id, wrapUpMost.seen),
    removalAskedBy(db, supporter.id),
    accountSeen(db, gathering.id),
  ])
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
