import { z } from 'zod'
import { centsIn, isTooMuch } from '#app/kit/amount.ts'
import { manyLines, oneLine } from '#app/kit/lines.ts'
import { centsMax } from '#app/kit/money.ts'
import { isKenyanMobile, phoneIn } from '#app/kit/phone.ts'
import { said, type Words } from '#app/kit/says.ts'
import { promptTexts as phoneSays } from '#app/money/mpesa/prompt.ts'
import { giftMessageMax, giverEmailMax, giverNameMax, givingTexts } from './giving.ts'

const name = z
  .string()
  .transform(oneLine)
  .pipe(z.string().max(giverNameMax, said(givingTexts.nameLong)))
const email = z
  .string(said(givingTexts.emailMissing))
  .trim()
  .toLowerCase()
  .min(1, { error: said(givingTexts.emailMissing), abort: true })
  .pipe(z.email(said(givingTexts.emailShape)).max(giverEmailMax, said(givingTexts.emailShape)))
const message = z
  .string()
  .transform(manyLines)
  .pipe(z.string().max(giftMessageMax, said(givingTexts.messageLong)))

/** Reads text as an amount in cents. */
function readAmount(text: string, refused: z.RefinementCtx): number {
  const typed = text.trim()
  // The largest amount depends on the payment method, which refuses it.
  if (isTooMuch(typed)) return centsMax + 1
  const cents = centsIn(typed)
  if (cents === undefined) refuse(refused, typed ? givingTexts.amountShape : givingTexts.amountMissing)
  return cents ?? z.NEVER
}

const refuse = (refused: z.RefinementCtx, words: Words) => refused.addIssue({ code: 'custom', message: said(words) })

/** The typed and the chosen amount. Without a script there may be both: then the form asks which is meant. */
const amountField = z.tuple([z.string(), z.string()]).transform(([typed, suggested], refused) => {
  const chosen = /^\d{1,9}$/.test(suggested) ? suggested : ''
  const amount = readAmount(typed.trim() || chosen, refused)
  if (chosen && typed.trim() && centsIn(chosen) !== amount) refuse(refused, givingTexts.amountTwice)
  return amount
})

const anonymous = z
  .literal('on')
  .optional()
  .catch(undefined)
  .transform((ticked) => ticked === 'on')
const key = z.uuid().optional().catch(undefined)
/** True if the giver wants the updates of the drive. */
const follow = anonymous
const every = { amount: amountField, name: name.default(''), message: message.default(''), anonymous, follow, key }

const phone = z.string().transform((typed, refused) => {
  if (!typed.trim()) refuse(refused, phoneSays.phoneMissing)
  const number = phoneIn(typed)
  const isReached = number !== undefined && isKenyanMobile(number)
  if (typed.trim() && !isReached) refuse(refused, phoneSays.phoneShape)
  return number ?? z.NEVER
})

/** The form for a gift: by a request on the phone, which needs nothing but the number; or by the provider's page, which needs an email. */
export const giveGiftForm = z.preprocess(
  (sent) => {
    const { amount = '', suggested = '', way, ...rest } = sent as Record<string, unknown>
    return { ...rest, way, by: way === 'mpesa' ? 'phone' : 'page', amount: [amount, suggested] }
  },
  z.discriminatedUnion('by', [
    z.object({
      ...every,
      by: z.literal('phone'),
      phone: z.string().default('').pipe(phone),
      email: email.optional().catch(undefined),
    }),
    z.object({
      ...every,
      by: z.literal('page'),
      email,
      way: z.enum(['mobile_money', 'card', 'bank_transfer']).optional().catch(undefined),
    }),
  ]),
)

/** The body of process-donation: shillings as a number, with two decimal places at most. Other fields are left out. */
export const donationBody = z.object({
  amount: z
    .number({ error: ({ input }) => said(input === undefined ? givingTexts.amountMissing : givingTexts.amountShape) })
    .transform((shillings, refused) => readAmount(String(shillings), refused)),
  email,
  fund_drive_id: z.uuid(said(givingTexts.driveMissing)),
  donor_name: name.nullish().transform((text) => text ?? ''),
  message: message.nullish().transform((text) => text ?? ''),
  anonymous: z
    .boolean()
    .nullish()
    .transform((asked) => asked ?? false),
})

/** The body of prompt-donation: a request on a phone needs nothing but the number. */
export const promptBody = donationBody.omit({ email: true }).extend({ phone: z.string().default('').pipe(phone) })
