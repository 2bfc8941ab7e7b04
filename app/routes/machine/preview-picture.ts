import { redirect } from 'react-router'
import { publicDrive } from '#app/features/drives/drive.server.ts'
import { previewVersion } from '#app/features/drives/preview-picture.server.ts'
import { isDrawn, previewLimits, previewOf } from '#app/features/drives/preview-store.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { db } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/limits.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/preview-picture.ts'

/** What chats and networks show beside the link of a drive that everybody may see. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await publicDrive(db, params.slug, { personId: null, visitor: '' })
  if (found.is !== 'open') return new Response('Not Found', { status: 404 })
  const version = previewVersion(found.drive)
  // An older picture, or one that never was: the only one there is to see is today's.
  if (params.file !== `${version}.jpg`)
    throw redirect(`/fundraiser/${params.slug}/preview/${version}.jpg`, { headers: { 'cache-control': 'no-cache' } })
  try {
    if (!isDrawn(found.drive)) await takeTry(previewLimits(context.get(askedContext).address))
    const picture = await previewOf(found.drive)
    return new Response(new Uint8Array(picture), {
      headers: { ...forEverybody, 'content-length': `${picture.length}` },
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return new Response('Try again later', { status: error.status, headers: { 'retry-after': `${error.retryAfter}` } })
  }
}

const forEverybody = {
  'content-type': 'image/jpeg',
  'cache-control': 'public, max-age=31536000, immutable',
  // Other sites show it: that is what it is for.
  'cross-origin-resource-policy': 'cross-origin',
}
