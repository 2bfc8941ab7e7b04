import { z } from 'zod'
import { mobileIn, phoneCountries } from '#app/kit/phone.ts'
import { said } from '#app/kit/says.ts'
import { fullNameField, passwordField, toField } from './forms.ts'
import { phoneTexts } from './phone.ts'

/** The fields of a phone number, for other forms too: each such form ends in `inWhole`. */
export const numberFields = {
  country: z.enum(phoneCountries).catch('KE'),
  phone: z.string(said(phoneTexts.numberMissing)).max(40),
}

/** Normalises a number; one without a country code belongs to the chosen country. */
export const inWhole = <Typed extends { phone: string; country: (typeof phoneCountries)[number] }>(
  { phone: typed, country, ...rest }: Typed,
  ctx: z.RefinementCtx,
) => {
  const phone = mobileIn(typed, country)
  if (phone) return { ...rest, phone }
  const message = said(typed.trim() ? phoneTexts.numberShape : phoneTexts.numberMissing)
  ctx.addIssue({ code: 'custom', path: ['phone'], message })
  return z.NEVER
}

export const phoneForm = z.object({ ...numberFields, to: toField }).transform(inWhole)
/** `opened`: when the form was opened, see opened-form.server.ts. */
export const signUpPhoneForm = z
  .object({ ...numberFields, fullName: fullNameField, to: toField, opened: z.string().max(200).default('') })
  .transform(inWhole)
export const ownPhoneForm = z.object({ ...numberFields, password: passwordField }).transform(inWhole)
export const removePhoneForm = z.object({ phone: z.string().max(40) })

/** The code; people type it in two groups, as it is in the text. */
export const phoneCodeForm = z.object({
  code: z
    .string(said(phoneTexts.codeMissing))
    .transform((text) => text.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, said(phoneTexts.codeMissing))),
  to: toField,
})
