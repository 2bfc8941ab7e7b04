import { z } from 'zod'
import { centsIn } from '#app/kit/amount.ts'
import { manyLines, oneLine } from '#app/kit/lines.ts'
import { phoneIn } from '#app/kit/phone.ts'
import { said, type Words } from '#app/kit/says.ts'
import { isDay } from '#app/kit/time.ts'
import { idIn } from '#app/kit/web-address.ts'
import {
  firstDay,
  gaveMax,
  householdNameMax,
  kumbukumbuTexts,
  lastDay,
  peopleMax,
  whatMax,
  wordsMax,
} from './kumbukumbu.ts'

// The forms of the book, as the server reads them.

/** A field that may stay empty; other contents must be readable. */
const readOrEmpty = <Value>(read: (typed: string) => Value | undefined, wrong: Words) =>
  z
    .string()
    .default('')
    .transform((typed, refused) => {
      if (typed.trim() === '') return null
      const value = read(typed.trim())
      if (value !== undefined) return value
      refused.addIssue({ code: 'custom', message: said(wrong) })
      return z.NEVER
    })

const words = z
  .string()
  .default('')
  .transform(manyLines)
  .pipe(z.string().max(wordsMax, said(kumbukumbuTexts.wordsLong)))

const household = {
  name: z
    .string()
    .default('')
    .transform(oneLine)
    .pipe(z.string().min(1, said(kumbukumbuTexts.name)).max(householdNameMax, said(kumbukumbuTexts.nameLong))),
  phone: readOrEmpty((typed) => (typed.length <= 40 ? phoneIn(typed) : undefined), kumbukumbuTexts.phone),
  what: z
    .string()
    .default('')
    .transform(oneLine)
    .pipe(z.string().max(whatMax, said(kumbukumbuTexts.whatLong))),
  day: readOrEmpty(
    (typed) => (isDay(typed) && typed >= firstDay && typed <= lastDay ? typed : undefined),
    kumbukumbuTexts.day,
  ),
  people: readOrEmpty(
    (typed) => upTo(peopleMax, /^[0-9]{1,4}$/.test(typed) ? Number(typed) : undefined),
    kumbukumbuTexts.people,
  ),
  gave: readOrEmpty((typed) => upTo(gaveMax, centsIn(typed)), kumbukumbuTexts.gave),
  words,
}

const upTo = (most: number, value: number | undefined) => (value !== undefined && value <= most ? value : undefined)

/** The key tells a form that is sent twice from two forms. */
export const addHouseholdForm = z.object({ ...household, key: z.uuid() })
export const saveHouseholdForm = z.object({ ...household, version: z.coerce.number().int().min(0).catch(0) })
/** The form for a guest's household: everything but the words is known. */
export const rememberForm = z.object({ words })
/** The households that a host chooses for the next list; an invalid id is ignored. */
export const chooseForm = z.object({
  'household[]': z
    .array(z.string())
    .max(500)
    .catch([])
    .transform((all) => all.flatMap((one) => idIn(one) ?? [])),
  all: z
    .string()
    .optional()
    .transform((text) => text === 'on'),
  search: z.string().default('').transform(oneLine).pipe(z.string().max(100).catch('')),
})
