import { msg } from '@lingui/core/macro'

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
