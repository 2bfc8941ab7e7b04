import { msg } from '@lingui/core/macro'
import type { Says } from '#app/kit/says.ts'

// People, for server and browser: limits and words. The forms' schemas are in another module, so that no browser loads them.

export const passwordMin = 6
export const passwordMax = 128
export const fullNameMax = 100
export const emailMax = 254
/** The hyphen is escaped for browsers, which read a field's pattern more strictly than the server does. */
export const usernamePattern = '[A-Za-z0-9_.\\-]{3,30}'

/** Makes a username from a name and a number: 'wanjiku-mwangi-4821'; for a name in another script 'giver-4821'. */
export function usernameFrom(fullName: string, nr: number): string {
  const plain = fullName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return `${plain.slice(0, 22) || 'giver'}-${nr}`
}

export const peopleTexts = {
  fullNameMissing: msg`Please enter your full name.`,
  fullNameLong: msg`Please use at most 100 characters.`,
  usernameShape: msg`A username has 3 to 30 characters: letters a–z, digits, _ . and -`,
  usernameTaken: msg`This username is already taken.`,
  neither: msg`You must provide either an email or phone number and a password`,
  emailMissing: msg`Please enter your email address.`,
  emailShape: msg`Please enter a valid email address.`,
  passwordMissing: msg`Please enter your password.`,
  passwordShort: msg`Please use at least 6 characters.`,
  passwordLong: msg`Please use at most 128 characters.`,
  codeMissing: msg`Please enter the code.`,
  invalidCode: msg`Wrong code. Please try again.`,
  codesLocked: msg`Too many wrong codes. Please try again in a quarter of an hour.`,
  challengeOver: msg`This took too long. Please sign in again.`,
  signUpFailed: msg`Sign up failed`,
  signInFailed: msg`Sign in failed`,
  invalidLogin: msg`Invalid email or password.`,
  unverified: msg`Please check your email to verify your account.`,
  suspended: msg`This account is suspended`,
  confirmFailed: msg`Address not confirmed`,
  otherPassword: msg`This is not the password of that sign-up. If you signed up more than once, open the newest email.`,
  resetFailed: msg`Password not changed`,
  linkOver: msg`This link was used already, or it has expired. Please ask for a new one.`,
}

/** A sign-up that waits for its link, for the page of its browser. */
export type JoiningSeen = { email: string; fullName: string; username: string }

/** The texts of toasts. */
export const toasts = {
  signedUp: {
    title: msg`Sign up successful!`,
    text: msg`Please check your email to verify your account.`,
  },
  welcome: { title: msg`Karibu! You are signed in` },
  kept: {
    title: msg`You were signed out`,
    text: msg`What you typed is still here. Press the button again to send it.`,
    tone: 'bad',
  },
  signedIn: { title: msg`Welcome back!`, text: msg`You've been signed in successfully.` },
  noDatabase: {
    title: msg`Database not configured`,
    text: msg`Please configure the database connection first.`,
    tone: 'bad',
  },
  mailSent: {
    title: msg`Check your email`,
    text: msg`If there is an account for this address, an email is on its way.`,
  },
  passwordReset: { title: msg`Password changed`, text: msg`You can sign in with it now.` },
  signUpFailed: { title: peopleTexts.signUpFailed, tone: 'bad' },
  signInFailed: { title: peopleTexts.signInFailed, tone: 'bad' },
  mailFailed: { title: msg`The email could not be sent`, tone: 'bad' },
  confirmFailed: { title: peopleTexts.confirmFailed, tone: 'bad' },
  resetFailed: { title: peopleTexts.resetFailed, tone: 'bad' },
  signOutFailed: { title: msg`Sign out failed`, tone: 'bad' },
} satisfies Record<string, Says>
