import { z } from 'zod'
import { said } from '#app/kit/says.ts'
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
export const newPasswordField = z
  .string(said(peopleTexts.passwordMissing))
  .min(passwordMin, said(peopleTexts.passwordShort))
  .max(passwordMax, said(peopleTexts.passwordLong))

/** An existing password. The limit on its length tells nothing about it. */
export const passwordField = z
  .string(said(peopleTexts.passwordMissing))
  .min(1, said(peopleTexts.passwordMissing))
  .max(passwordMax, said(peopleTexts.passwordLong))

/** The address to continue to after signing in. */
export const toField = z.string().max(500).optional().catch(undefined)

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
