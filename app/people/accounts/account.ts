import { msg } from '@lingui/core/macro'

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
