import { driveForPrograms, programLimits } from '#app/drives/drive/summary.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { db } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import { askedContext, namedOrigin, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/fund-drive.ts'

// GET: what anybody may know of a drive, for programs. Any page may ask; an answer is good for a second.

export async function loader({ params, context }: Route.LoaderArgs) {
  const asked = context.get(askedContext)
  try {
    await takeTry(programLimits(asked.address))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.retryAfter) asked.retryAfter = error.retryAfter
    const words = context.get(wordsContext)._(error.says.text ?? error.says.title)
    return Response.json({ error: words }, { status: error.status, headers: { 'cache-control': 'no-store' } })
  }
  const drive = await driveForPrograms(db, params.slug, namedOrigin(asked))
  const headers = { 'cache-control': 'public, max-age=1', 'cross-origin-resource-policy': 'cross-origin' }
  if (!drive) return Response.json({ error: 'There is no such fund drive.' }, { status: 404, headers })
  return Response.json(drive, { headers })
}
