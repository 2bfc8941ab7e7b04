import { qrPng } from '#app/drives/drive/campaign/poster.server.ts'
import { previewAnswer } from '#app/drives/drive/preview-picture.server.ts'
import { linkOfDrive } from '#app/drives/drive/share.ts'
import { type LoaderArgs, loaders } from '#app/platform/form-action.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { driveContext } from './context.tsx'

// Pictures of a drive for its owner, who may not have published it yet.

export const loader = loaders<Promise<Response>>({ 'qr.png': qrCode, 'card.jpg': card })

/** Serves the QR code as a file, for browsers without a script. */
async function qrCode({ context }: LoaderArgs) {
  const png = await qrPng(`${linkOfDrive(context.get(driveContext), namedOrigin(context.get(askedContext)))}?via=qr`)
  return new Response(png, { headers: { 'content-type': 'image/png', 'cache-control': 'private, max-age=300' } })
}

/** Serves the picture that chats show beside the link, for its owner: also of a drive that nobody else can see yet. */
async function card({ context }: LoaderArgs) {
  return previewAnswer(context.get(driveContext), context.get(askedContext).address, {
    // The address contains the version.
    'cache-control': 'private, max-age=300',
  })
}
