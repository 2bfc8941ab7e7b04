import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/limits.server.ts'
import { isHeld } from '#app/platform/postgres/in-one-go.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { lookingOf } from './looking.server.ts'
import { isCrawler, trackView, viewLimits } from './view.server.ts'

const tokenIn = ({ url }: Request) => new URL(url).searchParams.get('token')

const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Counts the visit of a browser without a script, and gives it the picture it asked for, whatever came of it. */
export async function countSeen(
  db: Db,
  driveId: string | undefined,
  asker: Parameters<typeof lookingOf>[0],
  person: Parameters<typeof lookingOf>[2],
): Promise<Response> {
  // A page elsewhere that shows the picture has not shown the drive.
  const elsewhere = asker.request.headers.get('sec-fetch-site') === 'cross-site'
  if (driveId && !elsewhere && asker.request.method === 'GET') {
    try {
      await takeTry(viewLimits(asker.context.get(askedContext).address))
      await trackView(db, driveId, lookingOf(asker, driveId, person, { token: tokenIn(asker.request) }))
    } catch (error) {
      if (!(error instanceof Refusal) && !isHeld(error)) throw error
    }
  }
  return oneDot()
}

/** The picture of one empty dot. */
export const oneDot = (): Response =>
  new Response(dot, { headers: { 'content-type': 'image/gif', 'cache-control': 'no-store' } })

/** True when a person's browser shows the dot on a page of ours. */
export const isOfPage = ({ method, headers }: Request): boolean =>
  method === 'GET' && headers.get('sec-fetch-site') !== 'cross-site' && !isCrawler(headers.get('user-agent') ?? '')
