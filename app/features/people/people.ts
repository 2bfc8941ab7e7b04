import { msg } from '@lingui/core/macro'
import { z } from 'zod'
import { type Says, said } from '#app/kit/says.ts'

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
  codeMissing: msg`Please enter the code.`,
  invalidCode: msg`This code is not right. Please try again.`,
  codesLocked: msg`Too many wrong codes. Please try again in a quarter of an hour.`,
  challengeOver: msg`This took too long. Please sign in again.`,
  signUpFailed: msg`Sign up failed`,
  signInFailed: msg`Sign in failed`,
  invalidLogin: msg`Invalid email or password.`,
  unverified: msg`Please check your email to verify your account.`,
  resetFailed: msg`Password not changed`,
  linkOver: msg`This link has been used already, or it is too old. Please ask for a new one.`,
}

/** What is said in a toast. */
export const toasts = {
  signedUp: {
    title: msg`Sign up successful!`,
    text: msg`Please check your email to verify your account.`,
  },
  signedIn: { title: msg`Welcome back!`, text: msg`You've been signed in successfully.` },
  signedOut: { title: msg`You have been signed out`, text: msg`Please sign in again to go on.` },
  noDatabase: {
    title: msg`Database not configured`,
    text: msg`Please configure the database connection first.`,
    tone: 'bad',
  },
  mailSent: {
    title: msg`Check your email`,
    text: msg`If there is an account for this address, a mail is on its way.`,
  },
  passwordReset: { title: msg`Password changed`, text: msg`You can sign in with it now.` },
  signUpFailed: { title: says.signUpFailed, tone: 'bad' },
  signInFailed: { title: says.signInFailed, tone: 'bad' },
  mailFailed: { title: msg`The mail could not be sent`, tone: 'bad' },
  resetFailed: { title: says.resetFailed, tone: 'bad' },
  signOutFailed: { title: msg`Sign out failed`, tone: 'bad' },
} satisfies Record<string, Says>

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

/** Where they were going when they were asked to sign in. */
const toField = z.string().max(500).optional().catch(undefined)

export const signUpForm = z.object({
  fullName: fullNameField,
  username: usernameField,
  email: emailField,
  password: newPasswordField,
  to: toField,
})

export const signInForm = z.object({
  email: emailField,
  password: passwordField,
  to: toField,
})

export const emailForm = z.object({ email: emailField })

export const resetForm = z.object({
  token: z.string(said(says.linkOver)).min(20, said(says.linkOver)).max(100, said(says.linkOver)),
  password: newPasswordField,
})

export const twoFactorForm = z.object({
  by: z.enum(['app', 'backup-code']).catch('app'),
  code: z
    .string(said(says.codeMissing))
    .transform((text) => text.replace(/\s/g, ''))
    .pipe(z.string().min(1, said(says.codeMissing)).max(40, said(says.invalidCode))),
  trust: z
    .literal('on')
    .optional()
    .catch(undefined)
    .transform((ticked) => ticked === 'on'),
  to: toField,
})
