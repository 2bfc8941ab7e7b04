import { msg } from '@lingui/core/macro'

// Two-factor sign-in: a second proof from an app on the phone, and codes on paper for the day the phone is lost.

export const twoFactorTexts = {
  codeMissing: msg`Please enter the 6 digits that your app shows.`,
  wrongCode: msg`Wrong or expired code. Enter the one your app shows now.`,
  off: msg`Two-factor sign-in is off`,
  alreadyOn: msg`Two-factor sign-in is on already.`,
  notOn: msg`Two-factor sign-in is not on.`,
  notBegun: msg`Please start with your password.`,
  passwordFirst: msg`That took a while. Please enter your password again.`,
  failed: msg`Two-factor sign-in could not be changed. Please try again.`,
}

/** Returns the backup codes in an answer, if it has some. */
export function codesIn(answer: unknown): string[] | undefined {
  const codes = (answer as { codes?: unknown } | undefined)?.codes
  return Array.isArray(codes) ? (codes as string[]) : undefined
}
