import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// Texts and types of a person's own account.

export const accountTexts = {
  saved: msg`Profile updated successfully`,
  notSaved: msg`Error updating profile`,
  settled: msg`Settings updated successfully`,
  notSettled: msg`Error updating settings`,
  wrongPassword: msg`This is not your password.`,
  samePassword: msg`Please choose a password that differs from the current one.`,
  passwordChanged: msg`Password changed`,
  othersEnded: msg`Every other device has been signed out.`,
  passwordSet: msg`Password set`,
  passwordNotSet: msg`Error setting password`,
  passwordIsSet: msg`You have a password already. You can change it in your settings.`,
  passwordFirst: msg`Set a password first`,
  passwordFirstText: msg`You sign in with a code that is sent to your phone. Set a password in your settings, then come back here.`,
  signInAgain: msg`You signed in more than 10 minutes ago`,
  signInAgainText: msg`Sign out, sign in with your phone again, and set the password then. Nobody else can set it at a screen that you left open.`,
  passwordNotChanged: msg`Error changing password`,
  deviceEnded: msg`Device signed out`,
  deviceNotEnded: msg`The device could not be signed out. Please try again.`,
  allEnded: msg`Signed out everywhere`,
  notAllEnded: msg`Signing out everywhere failed. Please try again.`,
  lastAdmin: msg`You are the only administrator. Make someone else an administrator first.`,
  deleted: msg`Account deleted`,
  deletedText: msg`Your account and everything personal in it are gone.`,
  notDeleted: msg`Error deleting account`,
}

/** The name a deleted person keeps in the books. It is stored, so it has one language. */
export const tombstoneName = 'Deleted person'

/** The mails that a person wants; account security mails are always sent. */
export type MailWishes = { activity: boolean; news: boolean }

export const confirmTexts = {
  again: msg`Enter your password again. You last entered it more than 10 minutes ago.`,
  notConfirmed: { title: msg`Failed to confirm that it is you`, tone: 'bad' as const },
}

/** The widths in which a face is stored: the bar's and the profile's. */
export type FaceWidth = 96 | 256

export const avatarTexts = {
  kept: msg`Image uploaded successfully`,
  notKept: msg`Error uploading image`,
  removed: msg`Image removed successfully`,
  notRemoved: msg`Error removing image`,
}

/** Returns the address of the same face in another width. Any other address is returned unchanged. */
export const faceIn = (address: string, width: FaceWidth): string =>
  address.replace(/^(\/media\/avatars\/[0-9a-f]+)-\d+\.webp$/, `$1-${width}.webp`)

// The roles of an account.

export const roles = ['admin', 'moderator', 'user'] as const
export type Role = (typeof roles)[number]
export const roleNames: Record<Role, Words> = {
  admin: msg({ message: 'Admin', context: 'role' }),
  moderator: msg({ message: 'Moderator', context: 'role' }),
  user: msg({ message: 'User', context: 'role' }),
}
/** Each role's rights, for the administrator who gives it. */
export const roleMeanings: Record<Role, Words> = {
  admin: msg`Sees and decides everything in these pages.`,
  moderator: msg`Has no rights beyond their own yet; the name is kept for later.`,
  user: msg`Manages their own fund drives only.`,
}

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

// A new email address for an account: both addresses confirm it.

/** Hours in which an old address that was not asked can stop a change. */
export const moveHours = 48

export const emailChangeTexts = {
  asked: { title: msg`Check both inboxes`, text: msg`Open the link in each email within 24 hours.` },
  askedOne: { title: msg`Check your inbox`, text: msg`Open the link in the email within 24 hours.` },
  notAsked: msg`Email address not changed`,
  same: msg`This is your address already.`,
  taken: msg`Another account has this address.`,
  half: { title: msg`Confirmed`, text: msg`Now open the link in the email to the other address.` },
  done: { title: msg`Email address changed`, text: msg`Sign in with the new address from now on.` },
  added: { title: msg`Email address added`, text: msg`From now on you can sign in with it and your password, too.` },
  waits: {
    title: msg`Confirmed`,
    text: msg`The account moves when the waiting time is over, unless the old address stops it.`,
  },
  byPhone: {
    title: msg`Confirmed by your phone`,
    text: msg`Your account moves in two days. We have told the old address how to stop it.`,
  },
  noPhone: msg`Please ask for the change again. It needs a phone that has been yours here for a week.`,
  stopped: {
    title: msg`The change is stopped`,
    text: msg`All devices are signed out. Choose a new password now: another person may know the old one.`,
  },
  cancelled: { title: msg`Change cancelled` },
}

/** A waiting change, as its person sees it. */
export type WaitingChange = {
  to: string
  oldConfirmed: boolean
  newConfirmed: boolean
  /** The time when the account moves without the old address; null if that was asked. */
  due: Date | null
  /** The phone that may answer for the old address. */
  phone: string | null
}

// A phone as a proof of identity: a code is texted to it.

/** The purposes of a texted code. */
export type CodePurpose = 'sign in' | 'confirm' | 'sign up' | 'ask back'

/** How many phones a person can have. */
export const mostPhones = 3
/** For how long a code is good. */
export const codeMinutes = 5
/** Seconds until another code can be requested. */
export const codePause = 60

export const phoneTexts = {
  notTaken: msg`Code not taken`,
  numberMissing: msg`Please enter your phone number.`,
  numberShape: msg`Please enter the number of a mobile phone, such as 0712 345 678.`,
  noTexts: msg`We can't text phones of that country yet.`,
  codeMissing: msg`Please enter the 6 digits that we texted you.`,
  wrongCode: msg`Wrong or expired code. After five wrong ones, or 5 minutes, please have another one sent.`,
  notSent: msg`The code could not be sent`,
  noMore: (number: string) =>
    msg`We can't text codes at the moment. Please sign in with your email address, or try again later. If you write to support, give them this number: ${number}`,
  noMoreNow: (number: string) =>
    msg`We can't text codes at the moment. Please try again later. If you write to support, give them this number: ${number}`,
  openAgain: msg`This form was open for a long time. Please press the button once more.`,
  elsewhere: msg`Please ask for a code first, here in this browser.`,
  tooMany: msg`You have three phones already. Please remove one first.`,
  onlyKey: msg`Another account has this number and no email address. Sign in to it with a code, or use another number.`,
  otherAccount: msg`Another account has this number, or this one has it already.`,
  notConfirmed: msg`Phone not confirmed`,
  confirmed: { title: msg`Phone confirmed`, text: msg`You can sign in with it from now on.` },
  removed: { title: msg`Phone removed` },
  notRemoved: msg`Phone not removed`,
  lastKey: msg`You sign in with this phone alone. Confirm an email address or another phone first.`,
  admin: msg`Administrators sign in with their email address and password.`,
  longUnused: msg`Nobody has used this number here for 90 days, and numbers change hands. Please sign in with your email address, and confirm the number again in your settings.`,
  longUnusedMoney: (support: string) =>
    msg`Nobody has used this number here for 90 days, and numbers change hands. Please write to ${support}.`,
  sent: {
    title: msg`Look at your phone`,
    text: msg`If this number has an account here, a text with a code is on its way.`,
  },
  sentToOwn: { title: msg`Look at your phone`, text: msg`A text with a code is on its way.` },
}
