import { z } from 'zod'
import { adminAction } from '#app/admin/decision.server.ts'
import { whyLineForm } from '#app/admin/decision-forms.ts'
import { approvalTexts } from '#app/base/approvals/approval.ts'
import { choiceNames } from '#app/kit/choices.ts'
import { feeBpsIn } from '#app/kit/fee.ts'
import { oneLine } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'
import { db } from '#app/platform/db.server.ts'
import { actions } from '#app/platform/form-action.server.ts'
import { choiceTexts, feeTexts } from './choice.ts'
import { choose } from './choices.server.ts'
import { changeFee } from './fee.server.ts'

const chooseForm = whyLineForm.extend({
  // The logo has a form of its own.
  name: z.enum(choiceNames).exclude(['BRAND_LOGO']),
  value: z.string().catch('').transform(oneLine).pipe(z.string().max(500)),
  /** Goes back to the default, whatever was typed. */
  default: z.literal('on').optional().catch(undefined),
  /** Says that the figures of the landing page are true, where that is asked. */
  saidTrue: z.literal('on').optional().catch(undefined),
})

const feeForm = whyLineForm.extend({
  percent: z
    .string()
    .catch('')
    .transform((typed, wrong) => {
      const bps = feeBpsIn(oneLine(typed))
      if (bps !== undefined) return bps
      wrong.addIssue({ code: 'custom', message: said(feeTexts.wrong) })
      return z.NEVER
    }),
})

const { saved: done, failed } = choiceTexts
const told = (is: 'done' | 'first') => (is === 'first' ? { says: approvalTexts.first } : {})

export const action = actions({
  'settings/choose': adminAction({
    form: chooseForm,
    done,
    failed,
    run: async ({ name, value, default: isDefault, saidTrue, why }, by) =>
      told(await choose(db, { name, value: isDefault ? null : value, by, why, saidTrue: saidTrue === 'on' })),
  }),
  'settings/fee': adminAction({
    form: feeForm,
    done,
    failed,
    run: async ({ percent, why }, by) => told(await changeFee(db, { bps: percent, by, why })),
  }),
})
