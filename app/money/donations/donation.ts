import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { GiftWay } from './channel.ts'

export const donationTexts = {
  notLoaded: msg`Failed to load donations`,
  closed: msg`This fundraiser does not accept donations at the moment.`,
}

/** What everybody may see of a gift. */
export type PublicDonation = {
  id: number
  /** Null for the person who gave anonymously, or of whom nobody has said who they are. */
  name: string | null
  anonymous: boolean
  amount: number
  message: string
  at: Date
  /** Who wrote it down, where it did not come through us; then the number stands between those of two donations. */
  recordedBy: string | null
}

/** Said beside each gift that was recorded by hand. */
export const recordedBy = (name: string): Words => msg`Recorded by ${name}`

/** A part of the list that everybody may see, newest first, and where the next one begins. */
export type DonationPage = { donations: PublicDonation[]; next: number | null }

/** How many of the newest gifts go out with each change to all who watch. */
export const toldAtOnce = 5

/** What a drive's owner sees of a gift. Anonymous is anonymous for the owner, too. */
export type OwnDonation = Omit<PublicDonation, 'amount'> & {
  email: string | null
  channel: GiftWay
  amount: number
  /** Of the amount, what went back; and of that, what the payer's bank took. */
  reversed: number
  chargedBack: number
}
