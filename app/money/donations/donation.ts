import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { GiftWay } from './channel.ts'

export const donationTexts = {
  notLoaded: msg`Failed to load donations`,
  closed: msg`This fundraiser does not accept donations at the moment.`,
}

/** A gift as everybody may see it. */
export type PublicDonation = {
  id: number
  /** Null for an anonymous gift, and if nobody has said who gave it. */
  name: string | null
  anonymous: boolean
  amount: number
  message: string
  at: Date
  /** The name of the person who recorded it, if it did not come through us; then `id` lies between those of two donations. */
  recordedBy: string | null
}

/** Returns the words beside a gift that was recorded by hand. */
export const recordedBy = (name: string): Words => msg`Recorded by ${name}`

/** A part of the list that everybody may see, newest first, and where the next one begins. */
export type DonationPage = { donations: PublicDonation[]; next: number | null }

/** The number of newest gifts that each change sends to all open pages. */
export const toldAtOnce = 5

/** A gift as its drive's owner sees it. Anonymous is anonymous for the owner, too. */
export type OwnDonation = Omit<PublicDonation, 'amount'> & {
  email: string | null
  channel: GiftWay
  amount: number
  /** The part of the amount that went back, and the part of that which the payer's bank took. */
  reversed: number
  chargedBack: number
  /** True while it is on its way back to its giver. */
  isGoing: boolean
}
