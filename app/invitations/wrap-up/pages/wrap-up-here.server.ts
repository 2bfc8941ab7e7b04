import type { RouterContextProvider } from 'react-router'
import { asksOfGifts, guestFilterIn } from '#app/invitations/guests/guest-filter.ts'
import { recipientsMeant } from '#app/invitations/messages/compose.server.ts'
import { gatheringContext } from '#app/invitations/occasions/pages/context.ts'
import { zoneIn } from '#app/invitations/occasions/times.ts'
import { accountOfGathering, booksOf, linesFromReceipts } from '#app/invitations/wrap-up/account.server.ts'
import { objectionsOf } from '#app/invitations/wrap-up/objections.server.tsx'
import { attendanceOf, timesOf } from '#app/invitations/wrap-up/occasions.server.ts'
import { postsOf } from '#app/invitations/wrap-up/posts.server.ts'
import { overOf, type ThankedFor, thankedFor, thanksQuery, type Unthanked } from '#app/invitations/wrap-up/wrap-up.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { Args } from '#app/platform/form-action.server.ts'
import { part } from '#app/platform/part.server.ts'

/** How often a person may act on photos. */
export const photoLimits = (_: unknown, { context }: Args) => [
  { name: 'post-photos', key: context.get(personContext)!.id, times: 120, seconds: 3600 },
]

/** Reads the follow-up page. Before the first occasion is over the page is empty. */
export async function loadWrapUp({ context, url }: { context: Readonly<RouterContextProvider>; url: URL }) {
  const { id, slug, seesGifts } = context.get(gatheringContext)
  const now = new Date()
  const occasions = await timesOf(db, id)
  const over = overOf(occasions, now)
  if (over === 'nothing') return { slug, over: 'nothing' as const }
  const [attended, unthanked, posted, account] = await Promise.all([
    part(context, attendanceOf(db, id, now)),
    part(context, unthankedIn(id, seesGifts)),
    part(context, Promise.all([postsOf(db, id), objectionsOf(db, id)])),
    seesGifts
      ? part(context, Promise.all([booksOf(db, id), accountOfGathering(db, id), linesFromReceipts(db, id)]))
      : null,
  ])
  return {
    slug,
    over,
    attended,
    unthanked,
    posted,
    account,
    takesOver: url.searchParams.has('receipts'),
    zone: zoneIn(occasions),
    key: crypto.randomUUID() as string,
  }
}
export type WrapUpLoaded = Awaited<ReturnType<typeof loadWrapUp>>

/** Counts the guests who would get a message of thanks now, by reason. */
async function unthankedIn(gatheringId: string, seesGifts: boolean): Promise<Unthanked> {
  const meant = async (whom: ThankedFor): Promise<[ThankedFor, number]> => {
    const filter = guestFilterIn(new URLSearchParams(thanksQuery(whom)))
    const isSeen = seesGifts || !asksOfGifts(filter)
    return [whom, isSeen ? (await recipientsMeant(db, gatheringId, filter)).all : 0]
  }
  return Object.fromEntries(await Promise.all(thankedFor.map(meant))) as Unthanked
}
