import { commentsOf } from '#app/drives/comments/comment.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/comments-json.ts'
import { openTo, toRead } from './sheet.server.ts'

/** The next part of a list of comments, for the page that shows what comes before it. */
export async function loader(args: Route.LoaderArgs) {
  const { found, visitor } = await openTo(args)
  const drive = toRead(found)
  const headers = { 'cache-control': 'private, no-store' }
  if (!drive) return Response.json({ comments: [], next: null }, { status: 404, headers })
  return Response.json(await commentsOf(db, drive.id, { visitor, before: args.url.searchParams.get('before') }), {
    headers,
  })
}
