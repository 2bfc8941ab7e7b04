import { type Answer, textOf } from '../bodies.ts'
import { one, type Runs, together } from '../database.ts'
import { centsOf, invalid, no, plain } from './answers.ts'
import { move } from './money.ts'
import { ack, dotted, endOrder, envelope, isInitiator, type Order, shillings, takeLong, written } from './orders.ts'
import { changeBalance, ksh, message, nameOf, spokenMoment, usedPhone } from './phones.ts'
import type { Scene } from './world.ts'

// Money out, from our shortcode to a phone.

const commands = ['BusinessPayment', 'SalaryPayment', 'PromotionPayment']
const minimum = 1000
/** What each costs us, in cents. */
const fee = 500
/** What the last two digits of a phone lead to. */
const fates: Record<string, 'short' | 'unregistered' | 'late' | 'silent' | 'twice' | 'other'> = {
  '01': 'short',
  '02': 'unregistered',
  '03': 'late',
  '04': 'silent',
  '05': 'twice',
  '06': 'other',
}

/** Sends money to a phone. A used originator is refused and sends nothing. */
export async function send(scene: Scene, body: Record<string, unknown>): Promise<Answer> {
  const { b2cShortcode } = scene.world.keys()
  const originator = textOf(body.OriginatorConversationID)
  const amount = centsOf(body.Amount)
  const [phone, urls] = [plain(body.PartyB), envelope(body)]
  if (!originator || originator.length > 100) return invalid(scene, 'OriginatorConversationID')
  if (!commands.includes(plain(body.CommandID))) return invalid(scene, 'CommandID')
  if (!amount) return invalid(scene, 'Amount')
  if (plain(body.PartyA) !== b2cShortcode) return invalid(scene, 'PartyA')
  if (!/^254[17]\d{8}$/.test(phone)) return invalid(scene, 'PartyB')
  if (typeof urls === 'string') return invalid(scene, urls)
  return together(scene.world, async (tx) => {
    const order = await written(scene, tx, { kind: 'payout', subject: phone, amount, originator, ...urls })
    if (!order) return no(scene, 500, '500.002.1001', 'Duplicate OriginatorConversationID.')
    const fate = fates[phone.slice(-2)]
    const code = !isInitiator(scene, body) ? '2001' : amount < minimum ? '2' : fate === 'unregistered' ? '2040' : '0'
    if (code !== '0') await endOrder(scene, tx, order, { code })
    else if (fate === 'late') await takeLong(scene, tx, order)
    else await pay(scene, tx, order, fate)
    return ack(order)
  })
}

/** The phone is locked before the balance of the shortcode, as everywhere. */
export async function pay(scene: Scene, tx: Runs, order: Order, fate?: string): Promise<void> {
  const { b2cShortcode: shortcode } = scene.world.keys()
  const { subject: phone, originator, conversation } = order
  const amount = order.amount!
  await usedPhone(scene, tx, phone)
  const account = await one<{ utility: number }>(
    tx,
    'select utility::float8 as utility from sandbox.daraja_accounts where shortcode = $1 for update',
    [shortcode],
  )
  if (fate === 'short' || (account?.utility ?? 0) < amount + fee) return endOrder(scene, tx, order, { code: '1' })
  await changeBalance(tx, phone, amount)
  const out = { way: 'payout' as const, shortcode, phone, amount: -amount, originator, conversation }
  const { receipt } = await move(scene, tx, out)
  const after = await move(scene, tx, { way: 'charge', shortcode, amount: -fee, linked: receipt })
  await tx.query('update sandbox.daraja_accounts set charges = charges - $2 where shortcode = $1', [shortcode, fee])
  const { balance } = await usedPhone(scene, tx, phone)
  const got = `You have received ${ksh(amount)} from ${scene.world.name} on ${spokenMoment(scene.now)}`
  await message(tx, phone, `${receipt} Confirmed. ${got} New M-PESA balance is ${ksh(balance)}.`)
  const name = fate === 'other' ? 'ANOTHER PERSON' : nameOf(phone)
  const items = [
    { Key: 'TransactionAmount', Value: shillings(amount) },
    { Key: 'TransactionReceipt', Value: receipt },
    { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
    { Key: 'B2CChargesPaidAccountAvailableFunds', Value: -shillings(fee) },
    { Key: 'ReceiverPartyPublicName', Value: `${phone} - ${name}` },
    { Key: 'TransactionCompletedDateTime', Value: dotted(scene.now) },
    { Key: 'B2CUtilityAccountAvailableFunds', Value: shillings(after.balance) },
    { Key: 'B2CWorkingAccountAvailableFunds', Value: 0 },
  ]
  const copies = fate === 'silent' ? 0 : fate === 'twice' ? 2 : 1
  await endOrder(scene, tx, order, { code: '0', receipt, items, copies })
}
