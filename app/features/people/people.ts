import { msg } from '@lingui/core/macro'
import { z } from 'zod'
import { said } from '#app/kit/says.ts'

// The rules for people; they run on both sides.

export const passwordMin = 6
export const passwordMax = 128
export const fullNameMax = 100
export const emailMax = 254
export const usernamePattern = '[A-Za-z0-9_.]{3,30}'

export const says = {
  fullNameMissing: msg`Please enter your full name.`,
  fullNameLong: msg`Please use at most 100 characters.`,
  usernameShape: msg`A username has 3 to 30 characters: letters a–z, digits, _ and .`,
  usernameTaken: msg`This username is already taken.`,
  emailMissing: msg`Please enter your email address.`,
  emailShape: msg`Please enter a valid email address.`,
  passwordMissing: msg`Please enter your password.`,
  passwordShort: msg`Please use at least 6 characters.`,
  passwordLong: msg`Please use at most 128 characters.`,
}

/** Line breaks become spaces; other control characters and those that turn the direction of text around go. */
const oneLine = (text: string) =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()

export const fullNameField = z
  .string(said(says.fullNameMissing))
  .transform(oneLine)
  .pipe(z.string().min(1, said(says.fullNameMissing)).max(fullNameMax, said(says.fullNameLong)))

/** One name whatever the case: it is kept in lower case. */
export const usernameField = z
  .string(said(says.usernameShape))
  .trim()
  .regex(new RegExp(`^${usernamePattern}$`), said(says.usernameShape))
  .toLowerCase()

export const emailField = z
  .string(said(says.emailMissing))
  .trim()
  .toLowerCase()
  .min(1, said(says.emailMissing))
  .pipe(z.email(said(says.emailShape)).max(emailMax, said(says.emailShape)))

/** A password that is being chosen. */
export const newPasswordField = z
  .string(said(says.passwordMissing))
  .min(passwordMin, said(says.passwordShort))
  .max(passwordMax, said(says.passwordLong))

/** A password that is being shown. Its length is no hint for anybody. */
export const passwordField = z
  .string(said(says.passwordMissing))
  .min(1, said(says.passwordMissing))
  .max(passwordMax, said(says.passwordLong))
