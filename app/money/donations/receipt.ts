import type { GiftChannel } from './channel.ts'

/** A gift as its receipt shows it. Never an address. */
export type Receipt = {
  number: string
  slug: string
  title: string
  amount: number
  /** The part of the amount that went back, and the part of that which the payer's bank took. */
  reversed: number
  chargedBack: number
  /** The platform's share, in cents and in hundredths of a percent; and the part of it that went back. */
  fee: number
  feeBps: number
  feeBack: number
  /** The organiser's name; empty if there is none. */
  organiser: string
  /** M-Pesa's code of a gift that it proved. */
  code: string | null
  /** The giver's name as typed; empty if there is none. */
  name: string
  anonymous: boolean
  channel: GiftChannel
  at: Date
  /** The gift's code in the public book, and the fingerprint of the last closed day, both as people read them; null before the first night. */
  ref: string
  book: { day: string; fingerprint: string } | null
}

/** Returns the number to say on the telephone: the year and a number that counts up. It opens nothing. */
export const receiptNumber = (id: number, at: Date): string => `H${at.getUTCFullYear()}-${String(id).padStart(6, '0')}`
