import { z } from 'zod'
import { centsIn, isTooMuch } from '#app/kit/amount.ts'
import { oneLine } from '#app/kit/lines.ts'
import { phoneIn } from '#app/kit/phone.ts'
import { said, type Words } from '#app/kit/says.ts'
import { isDay } from '#app/kit/time.ts'
import { amountLeast, amountMost, daysOf, pledgeEmailMax, pledgerNameMax, pledgeTexts } from './pledge.ts'

const text = z.string().catch('')
const ticked = text.transform((one) => one === 'on')

/** Why a sum can't be promised. What is paid by phone is whole shillings, so what is promised is, too. */
function wrongAmount(typed: string, cents: number | undefined): Words | undefined {
  if (!typed.trim()) return pledgeTexts.amountMissing
  if (isTooMuch(typed.trim())) return pledgeTexts.amountMuch
  if (cents === undefined || cents < amountLeast) return pledgeTexts.amountShape
  if (cents > amountMost) return pledgeTexts.amountMuch
  return cents % 100 === 0 ? undefined : pledgeTexts.amountWhole
}

const amount = text.transform((typed, refused) => {
  const cents = centsIn(typed.trim())
  const wrong = wrongAmount(typed, cents)
  if (wrong) refused.addIssue({ code: 'custom', message: said(wrong) })
  return wrong ? z.NEVER : cents!
})

const phone = text.transform((typed, refused) => {
  const number = phoneIn(typed)
  if (typed.trim() && !number) refused.addIssue({ code: 'custom', message: said(pledgeTexts.phoneShape) })
  return number ?? null
})

const email = text
  .transform((typed) => typed.trim().toLowerCase())
  .pipe(
    z.union([z.literal(''), z.email(said(pledgeTexts.emailShape)).max(pledgeEmailMax, said(pledgeTexts.emailShape))]),
  )
  .transform((typed) => typed || null)

const dueOn = text.transform((day, refused) => {
  const { first, last } = daysOf(new Date())
  const fits = isDay(day) && day >= first && day <= last
  if (!fits) refused.addIssue({ code: 'custom', message: said(pledgeTexts.dayShape) })
  return fits ? day : z.NEVER
})

/** A day that need not be said. */
const dayOrNone = text.pipe(z.union([z.literal('').transform(() => null), dueOn]))

const nameOr = (missing: Words) =>
  z.tuple([text, ticked]).transform(([typed, anonymous], refused) => {
    const name = oneLine(typed)
    const wrong = name.length > pledgerNameMax ? pledgeTexts.nameLong : name || anonymous ? undefined : missing
    if (wrong) refused.addIssue({ code: 'custom', message: said(wrong) })
    return wrong ? z.NEVER : name
  })

/** A phone, which is needed where there is no address. */
const phoneOr = z.tuple([text, text]).transform(([typed, address], refused) => {
  const number = phoneIn(typed)
  const wrong = typed.trim()
    ? number
      ? undefined
      : pledgeTexts.phoneShape
    : address.trim()
      ? undefined
      : pledgeTexts.reachMissing
  if (wrong) refused.addIssue({ code: 'custom', message: said(wrong) })
  return number ?? null
})

const key = z.uuid().catch(() => crypto.randomUUID())

/** What a visitor promises. Fields that depend on another are read with it, so that all that is wrong is said at once. */
export const promiseForm = z.preprocess(
  (sent) => {
    const { name = '', phone = '', email = '', anonymous, ...rest } = sent as Record<string, unknown>
    return { ...rest, email, anonymous, name: [name, anonymous], phone: [phone, email] }
  },
  z.object({ amount, name: nameOr(pledgeTexts.nameMissing), phone: phoneOr, email, dueOn, anonymous: ticked, key }),
)

/** What people of the drive write down for another person. */
export const writtenForm = z.preprocess(
  (sent) => ({ ...(sent as Record<string, unknown>), name: [(sent as Record<string, unknown>).name ?? '', ''] }),
  z.object({
    amount,
    name: nameOr(pledgeTexts.giverMissing),
    phone,
    email,
    dueOn: dayOrNone,
    agreed: ticked,
    key,
  }),
)

/** What our message proves with. */
export const yesForm = z.object({ yes: text })

/** What our mails prove with, to end them or to have them again. */
export const mailsForm = z.object({ mails: text, again: ticked })

/** Another amount, or another day; with the proof of our message where the giver came by it. */
export const changePledgeForm = z.object({ amount, dueOn: dayOrNone, yes: text })

/** No more reminders; with `again`, reminders again. */
export const stopForm = z.object({ yes: text, again: ticked })

const pledge = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** Which pledge of the drive. */
export const whichForm = z.object({ pledge })

/** A gift that came through us, or one that was recorded. */
const giftKinds = ['gift', 'recorded'] as const
export type GiftKind = (typeof giftKinds)[number]

/** Which part of what counts for the pledge. */
export const partForm = z.object({ pledge, part: pledge })

/** Which gift was for the pledge. */
export const pledgeGiftForm = z.object({
  pledge,
  gift: text.transform((typed, refused) => {
    const [, kind, id] = /^(gift|recorded) ([1-9]\d{0,14})$/.exec(typed) ?? []
    if (!id) refused.addIssue({ code: 'custom', message: said(pledgeTexts.giftMissing) })
    return { kind: kind as GiftKind, id: Number(id) }
  }),
})

/** What was given for a pledge, beside how it was given. */
export const paidForm = z.object({ pledge, amount, key })

/** The pledge that an address names; 0 where it names none. */
export const idOf = (text: string | null): number => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0)
