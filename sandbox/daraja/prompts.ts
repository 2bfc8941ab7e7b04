import { type Answer, HangUp } from '../bodies.ts'
import { one, type Runs, together } from '../database.ts'
import { addressOf, centsOf, good, invalid, no, plain } from './answers.ts'
import { deliverDue } from './callbacks.ts'
import { end, type Prompt, promptOf } from './paying.ts'
import { usedPhone } from './phones.ts'
import { type Plan, patience, planFor, resultSays } from './test-numbers.ts'
import { isSame } from './tokens.ts'
import { becomeLater, later, nextNumber, promptNames, type Scene } from './world.ts'

// Requests to pay, as programs send them and ask about them.

type Body = Record<string, unknown>
type Pushed = Pick<Prompt, 'phone' | 'shortcode' | 'party' | 'way' | 'amount' | 'account' | 'description'> & {
  callback_url: string
}
type Begun = { prompt: Prompt; first: string[] } | 'busy'

/** Sends a request to pay to a phone. That it was taken says nothing about whether it will be paid. */
export async function push(scene: Scene, body: Body): Promise<Answer> {
  const stranger = await notOurs(scene, body)
  if (stranger) return stranger
  const read = pushed(body)
  if (typeof read === 'string') return invalid(scene, read)
  const plan = planFor(read.phone)
  const begun = await together(scene.world, (tx) => begin(scene, tx, read, plan))
  if (begun === 'busy') return no(scene, 500, '500.001.1001', resultSays[1001]!.replace(/\.$/, ''))
  if (plan?.told === 'before') await deliverDue(scene.world, begun.first)
  if (plan?.lost) throw new HangUp()
  return good({
    MerchantRequestID: begun.prompt.merchant_id,
    CheckoutRequestID: begun.prompt.checkout_id,
    ResponseCode: '0',
    ResponseDescription: 'Success. Request accepted for processing',
    CustomerMessage: 'Success. Request accepted for processing',
  })
}

/** What became of a prompt. While it is open that is an error, and neither code nor amount are ever said. */
export async function ask(scene: Scene, body: Body): Promise<Answer> {
  const stranger = await notOurs(scene, body)
  if (stranger) return stranger
  const id = plain(body.CheckoutRequestID).replaceAll('\0', '')
  if (!id) return invalid(scene, 'CheckoutRequestID')
  const prompt = await promptOf(scene.world.pool(), id)
  if (!prompt || prompt.shortcode !== plain(body.BusinessShortCode))
    return no(scene, 500, '500.001.1001', 'The transaction does not exist')
  if (prompt.state === 'open') return no(scene, 500, '500.001.1001', 'The transaction is being processed')
  const code = saidOf(scene, prompt)
  return good({
    ResponseCode: '0',
    ResponseDescription: 'The service request has been accepted successsfully',
    MerchantRequestID: prompt.merchant_id,
    CheckoutRequestID: prompt.checkout_id,
    ResultCode: String(code),
    ResultDesc: resultSays[code],
  })
}

/** Some test numbers are lied about, for a while or for ever. */
function saidOf({ now }: Scene, { phone, code, ended_at }: Prompt): number {
  const { asked } = planFor(phone) ?? {}
  const isLie = asked && now.getTime() < ended_at!.getTime() + (asked.forMs ?? Number.POSITIVE_INFINITY)
  return isLie ? asked.code : code!
}

/** Why a body is refused before it is read: it is not from the shortcode it names. */
async function notOurs(scene: Scene, body: Body): Promise<Answer | undefined> {
  const { shortcode, passkey } = scene.world.keys()
  const [named, stamp, password] = ['BusinessShortCode', 'Timestamp', 'Password'].map((name) => plain(body[name]))
  if (!/^\d{5,7}$/.test(named!)) return invalid(scene, 'BusinessShortCode')
  if (!isStamp(stamp!)) return invalid(scene, 'Timestamp')
  if (!password) return invalid(scene, 'Password')
  if (named !== shortcode) return no(scene, 500, '500.001.1001', 'Merchant does not exist')
  const expected = Buffer.from(`${shortcode}${passkey}${stamp}`).toString('base64')
  return isSame(password, expected) ? undefined : no(scene, 500, '500.001.1001', 'Wrong credentials')
}

/** From the year to the second, of a day that there is. */
function isStamp(text: string): boolean {
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  const at = new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${y}-${mo}-${d}`)
}

/** What is asked for, or the name of what is wrong with it. */
function pushed(body: Body): Pushed | string {
  const at = (name: string) => plain(body[name])
  const ways: Record<string, Prompt['way']> = { CustomerPayBillOnline: 'paybill', CustomerBuyGoodsOnline: 'till' }
  const way = ways[at('TransactionType')]
  const amount = centsOf(body.Amount)
  const callback_url = addressOf(body.CallBackURL)
  if (!way) return 'TransactionType'
  if (!amount) return 'Amount'
  if (!/^254[17]\d{8}$/.test(at('PartyA'))) return 'PartyA'
  if (!/^254[17]\d{8}$/.test(at('PhoneNumber'))) return 'PhoneNumber'
  if (!/^\d{5,7}$/.test(at('PartyB'))) return 'PartyB'
  if (!callback_url) return 'CallBackURL'
  if (!/^[A-Za-z0-9]{1,12}$/.test(at('AccountReference'))) return 'AccountReference'
  const description = at('TransactionDesc').replaceAll('\0', '')
  if (description.length < 1 || description.length > 13) return 'TransactionDesc'
  const names = { shortcode: at('BusinessShortCode'), party: at('PartyB'), account: at('AccountReference') }
  return { phone: at('PhoneNumber'), way, amount, callback_url, description, ...names }
}

async function begin(scene: Scene, tx: Runs, pushed: Pushed, plan: Plan | undefined): Promise<Begun> {
  const { phone, shortcode, party, way, amount, account, description, callback_url } = pushed
  // The row of the phone is the lock: of two prompts at once, one is open and the other is refused.
  await usedPhone(scene, tx, phone)
  if (await one(tx, `select from sandbox.daraja_prompts where phone = $1 and state = 'open'`, [phone])) return 'busy'
  const tooSoon = !plan && (await paidLately(scene, tx, phone, amount))
  const { checkoutId, merchantId } = promptNames(scene, await nextNumber(tx))
  await tx.query(
    `insert into sandbox.daraja_prompts (checkout_id, merchant_id, phone, shortcode, party, way, amount, account, description,
       callback_url, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [checkoutId, merchantId, phone, shortcode, party, way, amount, account, description, callback_url].concat([
      scene.now,
      later(scene, patience),
    ] as never),
  )
  const isMixedUp = (way === 'paybill') !== (party === shortcode)
  const ends = isMixedUp ? [{ after: 0, code: 2028 }] : tooSoon ? [{ after: 0, code: 17 }] : plan?.ends
  const first: string[] = []
  for (const { after, code } of ends ?? [])
    if (after === 0) first.push(...(await end(scene, tx, checkoutId, code)))
    else await becomeLater(tx, later(scene, after), 'prompt', checkoutId, String(code))
  if (!ends) await becomeLater(tx, later(scene, patience), 'prompt', checkoutId, 'timed-out')
  scene.world.onDue()
  return { prompt: (await promptOf(tx, checkoutId))!, first }
}

/** The same sum from the same phone within two minutes is taken for a mistake. */
const paidLately = (scene: Scene, tx: Runs, phone: string, amount: number) =>
  one(tx, 'select from sandbox.daraja_prompts where phone = $1 and amount = $2 and code = 0 and ended_at > $3', [
    phone,
    amount,
    later(scene, -120_000),
  ])
