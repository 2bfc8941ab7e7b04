import { redirect } from 'react-router'
import { publicDrive } from '#app/drives/drive/drive.server.ts'
import { isDrawn, previewAnswer, previewVersion } from '#app/drives/drive/preview-picture.server.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/preview-picture.ts'

/** Serves the picture that chats and networks show beside the link of a public drive. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await publicDrive(db, params.slug, { personId: null, visitor: '' })
  if (found.is !== 'open' && found.is !== 'ended') return new Response('Not Found', { status: 404 })
  const version = previewVersion(found.drive)
  // Redirects an older picture, or one that never was, to today's: no other exists.
  if (params.file !== `${version}.jpg`)
    throw redirect(`/fundraiser/${params.slug}/preview/${version}.jpg`, { headers: { 'cache-control': 'no-cache' } })
  const asked = context.get(askedContext)
  // Drawing counts against the limit of the network that asks.
  if (asked.forAll && !isDrawn(found.drive)) return new Response(null, { status: 404 })
  asked.keep = { topics: [`drive:${found.drive.id}`] }
  return previewAnswer(found.drive, asked.address, forEverybody)
}

const forEverybody = {
  'cache-control': 'public, max-age=31536000, immutable',
  // Other sites show the picture: that is what it is for.
  'cross-origin-resource-policy': 'cross-origin',
}
