import { z } from 'zod'
import { adminAction } from '#app/admin/decision.server.ts'
import { whyLineForm } from '#app/admin/decision-forms.ts'
import { approvalTexts } from '#app/base/approvals/approval.ts'
import { choiceNames } from '#app/kit/choices.ts'
import { oneLine } from '#app/kit/lines.ts'
import { db } from '#app/platform/db.server.ts'
import { choiceTexts } from './choice.ts'
import { choose } from './choices.server.ts'

const chooseForm = whyLineForm.extend({
  // The logo has a form of its own.
  name: z.enum(choiceNames).exclude(['BRAND_LOGO']),
  value: z.string().catch('').transform(oneLine).pipe(z.string().max(500)),
  /** Goes back to the default, whatever was typed. */
  default: z.literal('on').optional().catch(undefined),
})

export const action = adminAction({
  form: chooseForm,
  done: choiceTexts.saved,
  failed: choiceTexts.failed,
  run: async ({ name, value, default: isDefault, why }, by) => {
    const done = await choose(db, { name, value: isDefault ? null : value, by, why })
    return done === 'first' ? { says: approvalTexts.first } : {}
  },
})
