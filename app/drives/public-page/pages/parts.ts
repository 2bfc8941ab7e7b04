import { commentsOf } from '#app/drives/comments/comment.server.ts'
import { placeInGifts, publicDonations } from '#app/money/donations/donations.server.ts'
import { db } from '#app/platform/db.server.ts'
import { type LoaderArgs, loaders } from '#app/platform/form-action.server.ts'
import { givingHere, openTo, toRead } from './sheet.server.ts'

// Data that the open page fetches later: more of a list, and the form for giving.

export const loader = loaders({ 'comments.json': moreComments, 'donations.json': moreGifts, 'donate.json': givingForm })

const headers = { 'cache-control': 'private, no-store' }

/** The next part of a list of comments, for the page that shows what comes before it. */
async function moreComments(args: LoaderArgs) {
  const { found, visitor } = await openTo(args)
  const drive = toRead(found)
  if (!drive) return Response.json({ comments: [], next: null }, { status: 404, headers })
  return Response.json(await commentsOf(db, drive.id, { visitor, before: args.url.searchParams.get('before') }), {
    headers,
  })
}

/** The next part of a list of gifts, for the page that shows what comes before it. */
async function moreGifts(args: LoaderArgs) {
  const drive = toRead((await openTo(args)).found)
  if (!drive) return Response.json({ donations: [], next: null }, { status: 404, headers })
  const before = placeInGifts(args.url.searchParams.get('before'))
  return Response.json(await publicDonations(db, drive.id, { before }), { headers })
}

/** Serves what the form for giving needs, for the page that opens it in a dialog. */
async function givingForm(args: LoaderArgs) {
  const giving = await givingHere(args)
  return Response.json(giving ?? null, { status: giving ? 200 : 404, headers })
}
