import type { Channel } from './channel.ts'

/** A gift as its receipt shows it. Never an address. */
export type Receipt = {
  number: string
  slug: string
  title: string
  amount: number
  /** Of the amount, what went back. */
  reversed: number
  /** The platform's share, in cents and in hundredths of a percent. */
  fee: number
  feeBps: number
  /** As it was typed; empty for the person who gave none. */
  name: string
  anonymous: boolean
  channel: Channel
  reference: string
  at: Date
}

/** What is said on the telephone: the year and a number that counts up. It opens nothing. */
export const receiptNumber = (id: number, at: Date): string => `H${at.getUTCFullYear()}-${String(id).padStart(6, '0')}`
