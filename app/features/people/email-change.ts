import { msg } from '@lingui/core/macro'

// A new email address for an account: both addresses confirm it.

export const says = {
  asked: { title: msg`Check both inboxes`, text: msg`Open the link in each email within 24 hours.` },
  askedOne: { title: msg`Check your inbox`, text: msg`Open the link in the email within 24 hours.` },
  notAsked: msg`Email address not changed`,
  same: msg`This is your address already.`,
  taken: msg`Another account has this address.`,
  half: { title: msg`Confirmed`, text: msg`Now open the link in the email to the other address.` },
  done: { title: msg`Email address changed`, text: msg`Sign in with the new address from now on.` },
  added: { title: msg`Email address added`, text: msg`From now on you can sign in with it and your password, too.` },
  cancelled: { title: msg`Change cancelled` },
}

/** A change that waits, as its person sees it. */
export type WaitingChange = { to: string; oldConfirmed: boolean; newConfirmed: boolean }
