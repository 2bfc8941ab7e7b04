import type { Tx } from '#app/platform/db.server.ts'
import { recordDonation } from '../donations/donation.server.ts'
import type { Channel } from '../donations/donation.ts'
import { newReference } from './payment.server.ts'

export type PastGift = {
  driveId: string
  /** In cents. */
  amount: number
  channel: Channel
  donorName: string
  donorEmail: string
  message: string
  anonymous: boolean
  at: Date
}
/** The provider's number of a payment, and what it kept of it. */
type Paid = (charge: { reference: string; email: string; amount: number; channel: Channel; at: Date }) => Promise<{
  id: string
  fees: number
}>

/**
 * Writes down a gift that came in before: booked like any other, with the moment it came. Nobody is told or written to.
 * Gifts of one drive are to be written in the order they came.
 */
export async function recordPastGift(tx: Tx, gift: PastGift, paid: Paid): Promise<void> {
  const { driveId, amount, channel, donorName, donorEmail, message, anonymous, at } = gift
  const reference = newReference('donation')
  const { id: providerId, fees } = await paid({ reference, email: donorEmail, amount, channel, at })
  const { id: paymentId } = await tx
    .insertInto('payments')
    .values({
      reference,
      kind: 'donation',
      fund_drive_id: driveId,
      amount,
      channel,
      status: 'succeeded',
      provider_tx_id: providerId,
      provider_fee: fees,
      donor_name: donorName,
      donor_email: donorEmail,
      message,
      anonymous,
      created_at: at,
      updated_at: at,
      settled_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordDonation(tx, {
    paymentId,
    driveId,
    amount,
    providerFee: fees,
    channel,
    donorName,
    donorEmail,
    message,
    anonymous,
    at,
  })
}
