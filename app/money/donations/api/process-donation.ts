import { Refusal } from '#app/kit/says.ts'
import { beginGift, giftLimits, headerKey, slugToGiveTo } from '#app/money/payments/giving.server.ts'
import { givingTexts } from '#app/money/payments/giving.ts'
import { donationBody } from '#app/money/payments/giving-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { call } from '#app/platform/http/api.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import { browserOf } from '#app/platform/visitor.server.ts'

// POST { amount, email, fund_drive_id, donor_name, message, anonymous }: a person begins to give. Amounts are shillings.

export const action = call({
  form: donationBody,
  refused: { success: false },
  limits: ({ fund_drive_id }, { context }) => giftLimits(async () => fund_drive_id, context.get(askedContext).address),
  run: async ({ fund_drive_id: driveId, donor_name: name, ...rest }, { request, context }) => {
    const slug = await slugToGiveTo(db, driveId)
    if (!slug) throw new Refusal(givingTexts.driveMissing, { status: 404 })
    const { address, origin } = context.get(askedContext)
    const gift = { ...rest, name }
    const { url } = await beginGift(db, driveId, gift, {
      key: headerKey(driveId, request.headers.get('idempotency-key'), gift, address),
      origin,
      payer: browserOf(request),
      language: context.get(languageContext),
      cancelPath: `/fundraiser/${slug}/donate?cancelled`,
    })
    return { success: true, authorization_url: url }
  },
})
