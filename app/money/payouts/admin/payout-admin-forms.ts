import { z } from 'zod'
import { againField } from '#app/admin/decision-forms.ts'
import { manyLines } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'
import { declineReasons } from '#app/money/payouts/decline.ts'
import { payoutDecisionTexts } from './payout-admin.ts'

/** A decision about a request, and the admin page that it was made on. */
export const payoutDecisionForm = z.object({
  note: z
    .string()
    .catch('')
    .transform(manyLines)
    .pipe(z.string().max(1000, said(payoutDecisionTexts.noteLong))),
  /** The reason for declining, if one was chosen. */
  reason: z.enum(declineReasons).optional().catch(undefined),
  /** True if a person has sent it by hand, after the provider could not. */
  byHand: z
    .literal('on')
    .optional()
    .catch(undefined)
    .transform((on) => on === 'on'),
  back: z
    .string()
    .regex(/^\/admin\/(withdrawal-requests|payouts\/\d{1,15})(\?[^#]*)?$/)
    .catch('/admin/withdrawal-requests'),
  again: againField,
})

export const revealForm = z.object({ again: againField })
