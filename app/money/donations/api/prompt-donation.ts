import { beginByPhone } from '#app/money/mpesa/begin.server.ts'
import { promptLimits } from '#app/money/mpesa/limits.server.ts'
import { giftLimits, programKey } from '#app/money/payments/giving.server.ts'
import { promptBody } from '#app/money/payments/giving-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { call } from '#app/platform/http/api.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import { browserOf, visitorKey } from '#app/platform/visitor.server.ts'

// POST { fund_drive_id, amount, phone, donor_name, message, anonymous }: the giver's phone is asked for the PIN. Amounts are shillings.

export const action = call({
  form: promptBody,
  refused: { success: false },
  limits: ({ fund_drive_id: driveId, phone }, { context }) => {
    const { address } = context.get(askedContext)
    const drive = async () => driveId
    return [...giftLimits(drive, address), ...promptLimits(phone, address, drive)]
  },
  run: async ({ fund_drive_id: driveId, donor_name: name, ...rest }, { request, context }) => {
    const { address, origin } = context.get(askedContext)
    const gift = { ...rest, name, email: '' }
    const { reference } = await beginByPhone(db, driveId, gift, {
      key: programKey(request.headers.get('idempotency-key')),
      language: context.get(languageContext),
      origin,
      visitor: visitorKey(request, address),
      payer: browserOf(request),
      address,
    })
    return { success: true, reference }
  },
})
