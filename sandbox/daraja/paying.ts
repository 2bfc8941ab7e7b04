import { all, one, type Runs, together } from '../database.ts'
import { tellProduct } from './callbacks.ts'
import { move, type Transaction } from './money.ts'
import { confirm } from './paybill.ts'
import { changeBalance, ksh, message, pin, spokenMoment, usedPhone } from './phones.ts'
import { planFor, resultSays } from './test-numbers.ts'
import { type Scene, stampOf } from './world.ts'

// What becomes of a prompt on its phone.

export type Prompt = {
  checkout_id: string
  merchant_id: string
  phone: string
  shortcode: string
  /** The Paybill or till that gets the money. */
  party: string
  way: 'paybill' | 'till'
  /** In cents. */
  amount: number
  account: string
  description: string
  callback_url: string
  state: 'open' | 'ended'
  /** How it ended; 0 is paid. */
  code: number | null
  receipt: string | null
  created_at: Date
  expires_at: Date
  ended_at: Date | null
}
const columns = `checkout_id, merchant_id, phone, shortcode, party, way, amount::float8 as amount, account, description,
  callback_url, state, code, receipt, created_at, expires_at, ended_at`

export const promptOf = (runs: Runs, id: string, lock = '') =>
  one<Prompt>(runs, `select ${columns} from sandbox.daraja_prompts where checkout_id = $1 ${lock}`, [id])

/** What waits on a phone. */
export const waitingOn = (runs: Runs, phone: string, lock = '') =>
  one<Prompt>(runs, `select ${columns} from sandbox.daraja_prompts where phone = $1 and state = 'open' ${lock}`, [
    phone,
  ])

/** The newest that ended on a phone. */
export const promptsOf = (runs: Runs, phone: string, most = 5) =>
  all<Prompt>(
    runs,
    `select ${columns} from sandbox.daraja_prompts where phone = $1 and state = 'ended'
     order by created_at desc, checkout_id desc limit $2`,
    [phone, most],
  )

export type Press = { pin: string } | 'cancel' | 'run-out'

/** The person with the phone does something; says the code that this led to, or nothing where no prompt waits. */
export const press = (scene: Scene, phone: string, press: Press) =>
  together(scene.world, async (tx): Promise<number | undefined> => {
    const { is_on } = await usedPhone(scene, tx, phone)
    const prompt = await waitingOn(tx, phone, 'for update')
    if (!prompt) return undefined
    const silent = is_on ? 1019 : 1037
    const code = press === 'cancel' ? 1032 : press === 'run-out' ? silent : press.pin === pin ? 0 : 2001
    await end(scene, tx, prompt.checkout_id, code)
    return (await promptOf(tx, prompt.checkout_id))!.code!
  })

/** Nobody answered in time. */
export async function timeOut(scene: Scene, tx: Runs, id: string): Promise<void> {
  const prompt = await promptOf(tx, id)
  if (prompt?.state !== 'open') return
  const { is_on } = await usedPhone(scene, tx, prompt.phone)
  await end(scene, tx, id, is_on ? 1019 : 1037)
}

/** A prompt ends, and the product is told. One that ended otherwise may still be paid; a paid one stays paid. */
export async function end(scene: Scene, tx: Runs, id: string, asked: number): Promise<string[]> {
  const known = await promptOf(tx, id)
  if (!known) return []
  // The phone before the prompt, as everywhere: who takes them in turn never waits for each other.
  const { balance } = await usedPhone(scene, tx, known.phone)
  const prompt = (await promptOf(tx, id, 'for update'))!
  if (prompt.code === 0 || (prompt.state === 'ended' && asked !== 0)) return []
  const plan = planFor(prompt.phone)
  // The test numbers always have enough.
  const code = asked === 0 && !plan && balance < prompt.amount ? 1 : asked
  const paid = code === 0 ? await pay(scene, tx, prompt, !plan) : undefined
  if (code === 1) await message(tx, prompt.phone, tooLittle(scene, prompt, balance))
  await tx.query(
    `update sandbox.daraja_prompts set state = 'ended', code = $2, receipt = $3, ended_at = $4 where checkout_id = $1`,
    [id, code, paid?.receipt ?? null, scene.now],
  )
  const told = plan?.told ?? 'usual'
  if (told === 'never') return []
  const body = callbackOf(prompt, code, told === 'without-receipt' ? undefined : paid)
  const after = told === 'after-confirmation' ? 5000 : 0
  const callback = { kind: 'prompt' as const, subject: id, address: prompt.callback_url, body, after }
  const ids = await tellProduct(scene, tx, callback, told === 'twice' ? 2 : 1)
  // What a prompt brought to a Paybill is confirmed as any other payment there.
  if (paid && prompt.way === 'paybill' && told !== 'without-receipt') await confirm(scene, tx, paid)
  return ids
}

/** The money moves, and the payer has M-Pesa's message about it. */
async function pay(scene: Scene, tx: Runs, prompt: Prompt, takes: boolean): Promise<Transaction> {
  const { phone, account, amount } = prompt
  if (takes) await changeBalance(tx, phone, -amount)
  const { balance } = await usedPhone(scene, tx, phone)
  // A till has no account: neither its list nor its statement names the request.
  const named = prompt.way === 'till' ? null : account
  const paid = await move(scene, tx, { way: 'prompt', shortcode: prompt.party, phone, account: named, amount })
  const whom =
    prompt.way === 'till' ? `paid to ${scene.world.name}.` : `sent to ${scene.world.name} for account ${account}`
  const left = `New M-PESA balance is ${ksh(balance)}. Transaction cost, ${ksh(0)}.`
  const text = `${paid.receipt} Confirmed. ${ksh(amount)} ${whom} on ${spokenMoment(scene.now)} ${left}`
  await message(tx, phone, text)
  return paid
}

const tooLittle = ({ world }: Scene, { amount }: Prompt, balance: number) =>
  `Failed. You do not have enough money in your M-PESA account to pay ${ksh(amount)} to ${world.name}. Your M-PESA balance is ${ksh(balance)}.`

/** Tells the product something about a prompt that is not so; nothing happens to it. */
export async function forge(scene: Scene, id: string, code: number, said: Partial<Transaction>): Promise<boolean> {
  const prompt = await promptOf(scene.world.pool(), id)
  if (!prompt) return false
  const { amount = prompt.amount, receipt = 'FORGED0000' } = said
  const body = callbackOf({ ...prompt, amount }, code, { receipt, at: scene.now })
  await tellProduct(scene, scene.world.pool(), { kind: 'prompt', subject: id, address: prompt.callback_url, body })
  return true
}

/** What is said of it: the sum and the code only of what was paid. */
function callbackOf(
  prompt: Prompt,
  code: number,
  paid: Pick<Transaction, 'receipt' | 'at'> | undefined,
): Record<string, unknown> {
  const items = [
    { Name: 'Amount', Value: prompt.amount / 100 },
    ...(paid ? [{ Name: 'MpesaReceiptNumber', Value: paid.receipt }] : []),
    { Name: 'Balance' },
    ...(paid ? [{ Name: 'TransactionDate', Value: Number(stampOf(paid.at)) }] : []),
    { Name: 'PhoneNumber', Value: Number(prompt.phone) },
  ]
  const stkCallback = {
    MerchantRequestID: prompt.merchant_id,
    CheckoutRequestID: prompt.checkout_id,
    ResultCode: code,
    ResultDesc: resultSays[code],
    ...(code === 0 ? { CallbackMetadata: { Item: items } } : {}),
  }
  return { Body: { stkCallback } }
}
