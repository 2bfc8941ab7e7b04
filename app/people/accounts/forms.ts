import { z } from 'zod'
import { mobileIn, phoneCountries } from '#app/kit/phone.ts'
import { said } from '#app/kit/says.ts'
import { faultOf, uploadTexts as uploads } from '#app/kit/uploads.ts'
import { accountTexts, phoneTexts, twoFactorTexts as twoFactor } from './account.ts'
import { emailMax, fullNameMax, passwordMax, passwordMin, peopleTexts, usernamePattern } from './people.ts'

// Schemas of what people may type, for the server.

/** Replaces line breaks by spaces; removes other control characters and those that change the direction of text. */
const oneLine = (text: string) =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()

/** Tells whether a name is visible: one of zero-width spaces is not. */
const isSeen = (text: string) => /[^\p{Default_Ignorable_Code_Point}\p{Z}\p{M}]/u.test(text)

export const fullNameField = z
  .string(said(peopleTexts.fullNameMissing))
  .transform(oneLine)
  .pipe(z.string().refine(isSeen, said(peopleTexts.fullNameMissing)).max(fullNameMax, said(peopleTexts.fullNameLong)))

/** A username, stored in lower case: case makes no difference. */
export const usernameField = z
  .string(said(peopleTexts.usernameShape))
  .trim()
  .regex(new RegExp(`^${usernamePattern}$`), said(peopleTexts.usernameShape))
  .toLowerCase()

export const emailField = z
  .string(said(peopleTexts.emailMissing))
  .trim()
  .toLowerCase()
  .min(1, said(peopleTexts.emailMissing))
  .pipe(z.email(said(peopleTexts.emailShape)).max(emailMax, said(peopleTexts.emailShape)))

/** A new password. */
const newPasswordField = z
  .string(said(peopleTexts.passwordMissing))
  .min(passwordMin, said(peopleTexts.passwordShort))
  .max(passwordMax, said(peopleTexts.passwordLong))

/** An existing password. The limit on its length tells nothing about it. */
export const passwordField = z
  .string(said(peopleTexts.passwordMissing))
  .min(1, said(peopleTexts.passwordMissing))
  .max(passwordMax, said(peopleTexts.passwordLong))

/** The address to continue to after signing in. */
const toField = z.string().max(500).optional().catch(undefined)

export const signUpForm = z.object({
  fullName: fullNameField,
  username: usernameField,
  email: emailField,
  password: newPasswordField,
  to: toField,
})

const empty = z.literal('').optional()
const nothingTyped = z.object({ email: empty, password: empty })

/** An empty form gets a single message instead of one at each field. */
export const signInForm = z
  .unknown()
  .superRefine((asked, refused) => {
    if (nothingTyped.safeParse(asked).success)
      refused.addIssue({ code: 'custom', path: ['email'], message: said(peopleTexts.neither) })
  })
  .pipe(z.object({ email: emailField, password: passwordField, to: toField }))

export const emailForm = z.object({ email: emailField })

const tokenField = z
  .string(said(peopleTexts.linkOver))
  .min(20, said(peopleTexts.linkOver))
  .max(100, said(peopleTexts.linkOver))

/** The password is needed in another browser than the one that signed up. */
export const confirmForm = z.object({ token: tokenField, password: z.string().max(passwordMax).optional() })

export const resetForm = z.object({
  token: tokenField,
  password: newPasswordField,
})

export const twoFactorForm = z.object({
  by: z.enum(['app', 'backup-code']).catch('app'),
  code: z
    .string(said(peopleTexts.codeMissing))
    .transform((text) => text.replace(/\s/g, ''))
    .pipe(z.string().min(1, said(peopleTexts.codeMissing)).max(40, said(peopleTexts.invalidCode))),
  trust: z
    .literal('on')
    .optional()
    .catch(undefined)
    .transform((ticked) => ticked === 'on'),
  to: toField,
})

// Schemas of the forms of one's own account. The words are in another module, so that no page of the browser loads a validator.

export const profileForm = z.object({ fullName: fullNameField, username: usernameField })

export const passwordForm = z
  .object({ currentPassword: passwordField, newPassword: newPasswordField })
  .refine((typed) => typed.currentPassword !== typed.newPassword, {
    path: ['newPassword'],
    message: said(accountTexts.samePassword),
  })

/** The first password of an account, and the address to continue to. */
export const firstPasswordForm = z.object({
  newPassword: newPasswordField,
  to: z.string().max(500).optional().catch(undefined),
})

/** Another email address, and the password. */
export const changeEmailForm = z.object({ email: emailField, password: passwordField })

/** The password, for actions that only its owner may take. */
export const passwordAgainForm = z.object({ password: passwordField })

const ticked = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')
export const mailForm = z.object({ activity: ticked, news: ticked })

export const deviceForm = z.object({ device: z.uuid() })

/** Apps show the code in two groups of three; people type it that way. */
export const authenticatorCodeForm = z.object({
  code: z
    .string(said(twoFactor.codeMissing))
    .transform((text) => text.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, said(twoFactor.codeMissing))),
})

/** An uploaded picture; its real content is checked where it is stored. */
export const avatarForm = z.object({
  image: z.instanceof(File, { error: said(uploads.notImage) }).superRefine((file, refused) => {
    const fault = faultOf(file)
    if (fault) refused.addIssue({ code: 'custom', message: said(fault) })
  }),
})

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
/** `opened`: when the form was opened, see phone-codes.server.ts. */
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
