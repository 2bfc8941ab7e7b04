import { msg } from '@lingui/core/macro'

// A phone as a proof of identity: a code is texted to it.

/** The purposes of a texted code. */
export type CodePurpose = 'sign in' | 'confirm' | 'sign up'

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
