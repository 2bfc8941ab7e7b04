import { z } from 'zod'
import { centsIn, isTooMuch } from '#app/kit/amount.ts'
import { oneLine } from '#app/kit/lines.ts'
import { phoneIn } from '#app/kit/phone.ts'
import { said, type Words } from '#app/kit/says.ts'
import { isDay } from '#app/kit/time.ts'
import { amountLeast, amountMost, daysOf, pledgeEmailMax, pledgerNameMax, pledgeTexts } from './pledge.ts'

const text = z.string().catch('')
const ticked = text.transform((one) => one === 'on')

/** Returns why a sum can't be promised. Payments by phone are whole shillings, so promises are, too. */
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

/** An optional day. */
const dayOrNone = text.pipe(z.union([z.literal('').transform(() => null), dueOn]))

const nameOr = (missing: Words) =>
  z.tuple([text, ticked]).transform(([typed, anonymous], refused) => {
    const name = oneLine(typed)
    const wrong = name.length > pledgerNameMax ? pledgeTexts.nameLong : name || anonymous ? undefined : missing
    if (wrong) refused.addIssue({ code: 'custom', message: said(wrong) })
    return wrong ? z.NEVER : name
  })

/** A phone, which is required without an email address. */
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

/** A visitor's promise. Fields that depend on another are read with it, so that all errors are named at once. */
export const promiseForm = z.preprocess(
  (sent) => {
    const { name = '', phone = '', email = '', anonymous, ...rest } = sent as Record<string, unknown>
    return { ...rest, email, anonymous, name: [name, anonymous], phone: [phone, email] }
  },
  z.object({
    amount,
    name: nameOr(pledgeTexts.nameMissing),
    phone: phoneOr,
    email,
    dueOn,
    anonymous: ticked,
    follow: ticked,
    key,
  }),
)

/** Another person's promise, written down by people of the drive. */
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

/** The proof in our message. */
export const yesForm = z.object({ yes: text })

/** The proof in our mails, to end them or to restart them. */
export const mailsForm = z.object({ mails: text, again: ticked })

/** Another amount, or another day; with our message's proof if the giver came by it. */
export const changePledgeForm = z.object({ amount, dueOn: dayOrNone, yes: text })

/** Stops the reminders; with `again`, restarts them. */
export const stopForm = z.object({ yes: text, again: ticked })

const pledge = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** The number of the drive's pledge. */
export const whichForm = z.object({ pledge })

/** A gift that came through us, or one that was recorded. */
const giftKinds = ['gift', 'recorded'] as const
export type GiftKind = (typeof giftKinds)[number]

/** The part to take off the pledge. */
export const partForm = z.object({ pledge, part: pledge })

/** The gift that was for the pledge. */
export const pledgeGiftForm = z.object({
  pledge,
  gift: text.transform((typed, refused) => {
    const [, kind, id] = /^(gift|recorded) ([1-9]\d{0,14})$/.exec(typed) ?? []
    if (!id) refused.addIssue({ code: 'custom', message: said(pledgeTexts.giftMissing) })
    return { kind: kind as GiftKind, id: Number(id) }
  }),
})

/** A gift for a pledge, without how it was given. */
export const paidForm = z.object({ pledge, amount, key })

/** Reads the pledge's number in an address; 0 if there is none. */
export const idOf = (text: string | null): number => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0)
