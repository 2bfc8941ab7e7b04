import { isHiddenPicture } from '#app/base/pictures/picture.server.ts'
import { db } from '#app/platform/db.server.ts'
import { keysForEdge } from '#app/platform/kept/edge.server.ts'
import { fileTopic, mediaAnswer } from '#app/platform/pictures/media.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import type { Route } from './+types/media.ts'

/** A kept file. One that an administrator has hidden is not there for anybody. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const key = params['*'] ?? ''
  const answer = await mediaAnswer((await isHiddenPicture(db, key)) ? '' : key)
  if (!answer.ok) return answer
  context.get(askedContext).keep = { topics: [fileTopic(key)] }
  if (settings.EDGE_CACHE !== 'off') keysForEdge(answer.headers, [fileTopic(key)])
  return answer
}
