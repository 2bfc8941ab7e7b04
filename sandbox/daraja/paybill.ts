import { type Answer, textOf } from '../bodies.ts'
import { one, type Runs, together } from '../database.ts'
import { addressOf, good, invalid, no, plain } from './answers.ts'
import { tellProduct } from './callbacks.ts'
import { move, type Transaction } from './money.ts'
import { changeBalance, ksh, message, nameOf, phoneIn, pin, spokenMoment, usedPhone } from './phones.ts'
import { planFor } from './test-numbers.ts'
import { nextNumber, requestName, type Scene, stampOf } from './world.ts'

// Payments that a person sends without being asked: Lipa na M-PESA, Pay Bill and Buy Goods.

type Registered = {
  response_type: 'Completed' | 'Cancelled'
  validation_url: string
  confirmation_url: string
}

/** Where the product wants to be asked and told. It is said once; another address is refused. */
export async function register(scene: Scene, body: Record<string, unknown>): Promise<Answer> {
  const shortcode = plain(body.ShortCode)
  const type = plain(body.ResponseType)
  const [validation, confirmation] = [addressOf(body.ValidationURL), addressOf(body.ConfirmationURL)]
  if (!/^\d{5,7}$/.test(shortcode)) return invalid(scene, 'ShortCode')
  if (type !== 'Completed' && type !== 'Cancelled') return invalid(scene, 'ResponseType')
  if (!validation) return invalid(scene, 'ValidationURL')
  if (!confirmation) return invalid(scene, 'ConfirmationURL')
  const pool = scene.world.pool()
  const kept = await one(
    pool,
    `insert into sandbox.daraja_accounts as a (shortcode, response_type, validation_url, confirmation_url)
     values ($1, $2, $3, $4) on conflict (shortcode) do update set response_type = excluded.response_type,
       validation_url = excluded.validation_url, confirmation_url = excluded.confirmation_url
     where a.confirmation_url is null or (a.response_type, a.validation_url, a.confirmation_url)
       = (excluded.response_type, excluded.validation_url, excluded.confirmation_url) returning shortcode`,
    [shortcode, type, validation, confirmation],
  )
  if (!kept) return no(scene, 500, '500.003.1001', 'Urls are already registered')
  const name = requestName(scene.seed, await nextNumber(pool))
  return good({ OriginatorCoversationID: name, ResponseCode: '0', ResponseDescription: 'Success' })
}

const registeredOf = (runs: Runs, shortcode: string) =>
  one<Registered>(
    runs,
    `select response_type, validation_url, confirmation_url from sandbox.daraja_accounts
     where shortcode = $1 and confirmation_url is not null`,
    [shortcode],
  )

export type Payment = { way: 'paybill' | 'till'; number: string; account: string; amount: number; pin: string }
type Why = 'pin' | 'nobody' | 'short' | 'refused' | 'off'

/** A person pays by hand. Says the code of M-Pesa, or why nothing was taken. */
export async function payByHand(
  scene: Scene,
  phone: string,
  paid: Payment,
): Promise<{ receipt: string } | { why: Why }> {
  const { shortcode } = scene.world.keys()
  const pool = scene.world.pool()
  const registered = await registeredOf(pool, paid.number)
  if (paid.pin !== pin) return { why: 'pin' }
  // Only our own Paybill and those that a program named are there; tills are all.
  const isPaybill = paid.number === shortcode || registered !== undefined
  if (paid.way === 'paybill' ? !isPaybill : paid.number === shortcode) return { why: 'nobody' }
  const { is_on, balance } = await phoneIn(pool, phone)
  const takes = !planFor(phone)
  if (!is_on) return { why: 'off' }
  if (takes && balance < paid.amount) return { why: 'short' }
  if (registered && !(await isAccepted(scene, phone, paid, registered))) return { why: 'refused' }
  return together(scene.world, async (tx) => {
    const { balance: now } = await usedPhone(scene, tx, phone)
    if (takes && now < paid.amount) return { why: 'short' as const }
    if (takes) await changeBalance(tx, phone, -paid.amount)
    const { way, number, account, amount } = paid
    const done = await move(scene, tx, { way, shortcode: number, phone, account: account || null, amount })
    const whom = way === 'till' ? `paid to ${scene.world.name}.` : `sent to ${scene.world.name} for account ${account}`
    const left = `New M-PESA balance is ${ksh(takes ? now - amount : now)}. Transaction cost, ${ksh(0)}.`
    const text = `${done.receipt} Confirmed. ${ksh(amount)} ${whom} on ${spokenMoment(scene.now)} ${left}`
    await message(tx, phone, text)
    await confirm(scene, tx, done)
    return { receipt: done.receipt }
  })
}

/** What the product has for its answer, in milliseconds. */
const patience = 8000

/** The product is asked first. Without an answer in time it is as was agreed when its address was named. */
async function isAccepted(scene: Scene, phone: string, paid: Payment, to: Registered): Promise<boolean> {
  const { world } = scene
  const state = await one<{ validates: boolean }>(world.pool(), 'select validates from sandbox.daraja_state')
  if (!state!.validates) return true
  const asked = {
    receipt: '',
    way: paid.way,
    shortcode: paid.number,
    phone,
    account: paid.account,
    amount: paid.amount,
  }
  const body = JSON.stringify(bodyOf({ ...asked, balance: null, at: scene.now }))
  const { status, text } = await world.post(to.validation_url, body, patience).catch(() => ({ status: 0, text: '' }))
  const code = status === 200 ? resultIn(text) : undefined
  return code === undefined ? to.response_type === 'Completed' : code === '0'
}

function resultIn(text: string): string | undefined {
  try {
    const said = JSON.parse(text) as { ResultCode?: unknown }
    return plain(said.ResultCode) || undefined
  } catch {
    return undefined
  }
}

/** What came in by itself or by a prompt on a Paybill is told, where the product named an address. */
export async function confirm(scene: Scene, tx: Runs, done: Transaction): Promise<void> {
  const registered = await registeredOf(tx, done.shortcode)
  if (!registered) return
  const { confirmation_url: address } = registered
  await tellProduct(scene, tx, { kind: 'confirmation', subject: done.receipt, address, body: bodyOf(done) })
}

type Said = Pick<Transaction, 'receipt' | 'way' | 'shortcode' | 'phone' | 'account' | 'amount' | 'at'> & {
  balance: number | null
}
const money = (cents: number) => (cents / 100).toFixed(2)

/** Of the payer no more than the first name and some digits of the number. */
function bodyOf({ receipt, way, shortcode, phone, account, amount, at, balance }: Said): Record<string, unknown> {
  return {
    TransactionType: way === 'till' ? 'Buy Goods' : 'Pay Bill',
    TransID: receipt,
    TransTime: stampOf(at),
    TransAmount: money(amount),
    BusinessShortCode: shortcode,
    BillRefNumber: account ?? '',
    InvoiceNumber: '',
    OrgAccountBalance: balance === null ? '' : money(balance),
    ThirdPartyTransID: '',
    MSISDN: `${phone!.slice(0, 4)} ***** ${phone!.slice(-3)}`,
    FirstName: nameOf(phone!),
    MiddleName: '',
    LastName: '',
  }
}

/** What a person typed into the menu, or the name of what is wrong with it. */
export function typedPayment(form: (name: string) => unknown): Payment | string {
  const text = (name: string) => textOf(form(name)) ?? ''
  const way = text('way') === 'till' ? 'till' : 'paybill'
  const number = text('number').replace(/\s/g, '')
  const shillings = Number(text('amount').replace(/[\s,]/g, '') || Number.NaN)
  if (!/^\d{5,7}$/.test(number)) return 'number'
  const account = way === 'till' ? '' : text('account')
  if (way === 'paybill' && (account.length < 1 || account.length > 20)) return 'account'
  if (!Number.isSafeInteger(shillings) || shillings < 1 || shillings > 250_000) return 'amount'
  if (!/^\d{4}$/.test(text('pin'))) return 'pin'
  return { way, number, account, amount: shillings * 100, pin: text('pin') }
}
