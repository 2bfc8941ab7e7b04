import { qrPng } from '#app/drives/drive/campaign/poster.server.ts'
import { linkOfDrive } from '#app/drives/drive/share.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import type { Route } from './+types/qr.ts'
import { driveContext } from './context.ts'

/** Serves the QR code as a file, for browsers without a script. */
export async function loader({ context }: Route.LoaderArgs) {
  const png = await qrPng(`${linkOfDrive(context.get(driveContext), namedOrigin(context.get(askedContext)))}?via=qr`)
  return new Response(png, { headers: { 'content-type': 'image/png', 'cache-control': 'private, max-age=300' } })
}
