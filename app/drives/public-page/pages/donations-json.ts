import { placeInGifts, publicDonations } from '#app/money/donations/donations.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/donations-json.ts'
import { openTo, toRead } from './sheet.server.ts'

/** The next part of a list of gifts, for the page that shows what comes before it. */
export async function loader(args: Route.LoaderArgs) {
  const drive = toRead((await openTo(args)).found)
  const headers = { 'cache-control': 'private, no-store' }
  if (!drive) return Response.json({ donations: [], next: null }, { status: 404, headers })
  const before = placeInGifts(args.url.searchParams.get('before'))
  return Response.json(await publicDonations(db, drive.id, { before }), { headers })
}
