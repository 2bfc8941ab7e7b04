import type { GiftChannel } from './channel.ts'

/** A gift as its receipt shows it. Never an address. */
export type Receipt = {
  number: string
  slug: string
  title: string
  amount: number
  /** Of the amount, what went back; and of that, what the payer's bank took. */
  reversed: number
  chargedBack: number
  /** The platform's share, in cents and in hundredths of a percent; and of it, what went back. */
  fee: number
  feeBps: number
  feeBack: number
  /** Who collects; empty where they are not named. */
  organiser: string
  /** M-Pesa's code of a gift that it proved. */
  code: string | null
  /** As it was typed; empty for the person who gave none. */
  name: string
  anonymous: boolean
  channel: GiftChannel
  at: Date
}

/** What is said on the telephone: the year and a number that counts up. It opens nothing. */
export const receiptNumber = (id: number, at: Date): string => `H${at.getUTCFullYear()}-${String(id).padStart(6, '0')}`
