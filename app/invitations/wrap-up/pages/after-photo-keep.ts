import { hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { wrapUpTexts } from '#app/invitations/wrap-up/after.ts'
import { photoForm } from '#app/invitations/wrap-up/after-forms.ts'
import { keepPhoto } from '#app/invitations/wrap-up/objections.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { photoLimits } from './after-here.server.ts'

/** The host keeps a photo that guests asked about. */
export const action = deed({
  form: photoForm,
  done: wrapUpTexts.photoKept,
  failed: wrapUpTexts.photoNotKept,
  limits: photoLimits,
  run: async ({ photo }, { context }) => void (await keepPhoto(db, hostingIn(context), photo)),
})
