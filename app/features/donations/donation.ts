/** How a gift came: by card or bank, by mobile money, or otherwise. */
export const channels = ['online', 'mobile', 'other'] as const
export type Channel = (typeof channels)[number]

/** What everybody may see of a gift. */
export type PublicDonation = {
  id: number
  /** Null for whoever gave anonymously, or without a name. */
  name: string | null
  anonymous: boolean
  amount: number
  message: string
  at: Date
}

/** What a drive's owner sees of a gift. Anonymous is anonymous for the owner, too. */
export type OwnDonation = Omit<PublicDonation, 'amount'> & {
  email: string | null
  channel: Channel
  amount: number
  /** Of the amount, what went back. */
  reversed: number
}
