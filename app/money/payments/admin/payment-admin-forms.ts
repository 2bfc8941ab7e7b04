import { z } from 'zod'
import { againField, decisionForm } from '#app/admin/decision-forms.ts'
import { centsIn } from '#app/kit/amount.ts'
import { manyLines } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'
import { disputeDecisionTexts as disputeSays, textMax } from '#app/money/disputes/admin/disputes.ts'
import { refundDecisionTexts } from './refund.ts'

// Forms of administrators who decide about payments.

const amount = z
  .string()
  .catch('')
  .transform((typed, refused) => {
    const cents = centsIn(typed)
    if (cents === undefined) refused.addIssue({ code: 'custom', message: said(refundDecisionTexts.amountShape) })
    return cents ?? z.NEVER
  })

/** The refund form: confirmed with the amount whose effect was seen. The same form sent twice asks once. */
export const refundForm = decisionForm
  .extend({
    amount,
    seen: z.string().catch(''),
    left: z.coerce.number().int().catch(0),
    key: z.uuid().catch(() => crypto.randomUUID()),
  })
  .refine(({ amount, seen }) => seen === String(amount), { path: ['seen'], message: said(refundDecisionTexts.review) })

/** The account that a refund goes to: a bank of the provider's list, and a number. */
export const bankDetailsForm = z.object({
  bank: z.string(said(refundDecisionTexts.bankMissing)).trim().min(1, said(refundDecisionTexts.bankMissing)).max(100),
  account: z
    .string()
    .catch('')
    .transform((typed) => typed.toUpperCase().replace(/[\s.]/g, ''))
    .pipe(z.string().regex(/^[0-9A-Z-]{4,34}$/, said(refundDecisionTexts.accountShape))),
  again: againField,
})

/** The answer to a dispute: accepted with an amount (the whole if none is typed), or declined with what speaks for us. */
export const claimAnswerForm = z
  .object({
    is: z.enum(['accept', 'decline'], said(disputeSays.answerMissing)),
    amount: z.string().catch(''),
    text: z
      .string()
      .catch('')
      .transform(manyLines)
      .pipe(z.string().max(textMax, said(disputeSays.textLong))),
    again: againField,
  })
  .transform(({ is, amount: typed, text, again }, refused) => {
    const refuse = (field: string, words: Parameters<typeof said>[0]) =>
      refused.addIssue({ code: 'custom', path: [field], message: said(words) })
    if (!text) refuse('text', is === 'accept' ? disputeSays.whyMissing : disputeSays.evidenceMissing)
    if (is === 'decline') return { again, answer: { is, text } }
    const cents = typed.trim() === '' ? undefined : centsIn(typed)
    if (typed.trim() && !cents) refuse('amount', disputeSays.amountShape)
    return { again, answer: { is, text, amount: cents } }
  })
