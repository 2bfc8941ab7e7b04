import { z } from 'zod'
import { adminAction } from '#app/admin/decision.server.ts'
import { whyLineForm } from '#app/admin/decision-forms.ts'
import { Refusal } from '#app/kit/says.ts'
import { uploadLimits } from '#app/people/accounts/account.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { changeLogo, logoTexts, removeLogo } from './logo.server.ts'

const logoForm = whyLineForm.extend({
  image: z.instanceof(File).optional().catch(undefined),
  /** Removes the logo, whatever was chosen. */
  remove: z.literal('on').optional().catch(undefined),
})

export const action = adminAction({
  form: logoForm,
  done: logoTexts.saved,
  failed: logoTexts.failed,
  limits: (_, { context }) => uploadLimits(context.get(personContext)!.id),
  run: async ({ image, remove, why }, by) => {
    if (remove) {
      await removeLogo(db, { by, why })
      return { says: logoTexts.removed }
    }
    // A field that is left empty sends a file without a name.
    if (!image || (image.size === 0 && image.name === ''))
      throw new Refusal(logoTexts.none, { status: 422, field: 'image' })
    await changeLogo(db, image, { by, why })
    return {}
  },
})
