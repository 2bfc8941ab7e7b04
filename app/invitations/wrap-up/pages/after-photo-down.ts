import { hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { wrapUpTexts } from '#app/invitations/wrap-up/after.ts'
import { photoForm } from '#app/invitations/wrap-up/after-forms.ts'
import { removePhoto } from '#app/invitations/wrap-up/photos.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { photoLimits } from './after-here.server.ts'

/** The host takes a photo down. */
export const action = deed({
  form: photoForm,
  done: wrapUpTexts.photoRemoved,
  failed: wrapUpTexts.photoNotRemoved,
  limits: photoLimits,
  run: async ({ photo }, { context }) => void (await removePhoto(db, hostingIn(context), photo)),
})
