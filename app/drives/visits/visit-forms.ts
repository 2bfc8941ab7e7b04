import { z } from 'zod'
import { manyLines, oneLine } from '#app/kit/lines.ts'
import { phoneIn } from '#app/kit/phone.ts'
import { said } from '#app/kit/says.ts'
import { dayAt, daysBetween, isDay } from '#app/kit/time.ts'
import {
  addressMax,
  daysAhead,
  directionsMax,
  guestsMax,
  visitMessageMax,
  visitorNameMax,
  visitTexts,
  visitTimes,
} from './visit.ts'

const today = () => dayAt(new Date())

const dateField = z
  .string(said(visitTexts.dateMissing))
  .trim()
  .refine(isDay, { error: said(visitTexts.dateMissing), abort: true })
  .refine((day) => day >= today(), { error: said(visitTexts.datePast), abort: true })
  .refine((day) => daysBetween(today(), day) <= daysAhead, said(visitTexts.dateFar))

/** A number that we can't place is kept as it was typed: the owner knows how to ring it. */
const phoneAsTyped = (text: string): string | undefined => {
  const digits = text.replace(/\D/g, '').length
  return /^[+(]?\d[\d ()+-]{5,28}$/.test(text) && digits >= 7 && digits <= 15 ? text : undefined
}

const readPhone = (text: string, refused: z.RefinementCtx) => {
  const phone = phoneIn(text) ?? phoneAsTyped(text)
  if (phone) return phone
  refused.addIssue({ code: 'custom', message: said(visitTexts.phoneShape) })
  return z.NEVER
}

const phoneField = z
  .string(said(visitTexts.phoneMissing))
  .trim()
  .min(1, { error: said(visitTexts.phoneMissing), abort: true })
  .transform(readPhone)

/** How many come: one when it can't be read, and five is five or more. */
const guestsField = z
  .string()
  .catch('')
  .transform((text) => {
    const guests = /^\s*\+?\d+/.test(text) ? Number.parseInt(text, 10) : 1
    return Math.min(guestsMax, Math.max(1, guests))
  })

export const visitForm = z.object({
  name: z
    .string(said(visitTexts.nameMissing))
    .transform(oneLine)
    .pipe(z.string().min(1, said(visitTexts.nameMissing)).max(visitorNameMax, said(visitTexts.nameLong))),
  email: z
    .string(said(visitTexts.emailMissing))
    .trim()
    .toLowerCase()
    .min(1, { error: said(visitTexts.emailMissing), abort: true })
    .pipe(z.email(said(visitTexts.emailShape)).max(254, said(visitTexts.emailShape))),
  phone: phoneField,
  date: dateField,
  time: z.enum(visitTimes, said(visitTexts.timeMissing)),
  guests: guestsField,
  message: z
    .string()
    .default('')
    .transform(manyLines)
    .pipe(z.string().max(visitMessageMax, said(visitTexts.messageLong)))
    .transform((text) => text || null),
  /** Tells a form that is sent twice from two forms. */
  key: z.uuid().optional().catch(undefined),
})

/** The form of the place: an address, and what helps to find it. */
export const placeForm = z.object({
  address: z
    .string(said(visitTexts.addressMissing))
    .transform(oneLine)
    .pipe(z.string().min(1, said(visitTexts.addressMissing)).max(addressMax, said(visitTexts.addressLong))),
  directions: z
    .string()
    .default('')
    .transform(manyLines)
    .pipe(z.string().max(directionsMax, said(visitTexts.directionsLong)))
    .transform((text) => text || null),
  phone: z
    .string()
    .trim()
    .default('')
    .transform((text, refused) => (text ? readPhone(text, refused) : null)),
})

export const visitDecisionForm = z.object({
  visit: z.uuid(),
  status: z.enum(['confirmed', 'cancelled']),
  /** The decision that the window showed: a person who decides about an older one is told. */
  sequence: z.coerce.number().int().min(0).max(2_147_483_647).optional().catch(undefined),
})
