import { previewAnswer } from '#app/drives/drive/preview-picture.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/card.ts'
import { driveContext } from './context.ts'

/** Serves the picture that chats show beside the link, for its owner: also of a drive that nobody else can see yet. */
export const loader = ({ context }: Route.LoaderArgs) =>
  previewAnswer(context.get(driveContext), context.get(askedContext).address, {
    // The address contains the version.
    'cache-control': 'private, max-age=300',
  })
