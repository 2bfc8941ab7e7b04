import { seeOther } from '../sheet.ts'
import { cancelled, checkoutPage, endPage, type Seen, safe, type Typed, waitingPage } from './checkout-page.ts'
import { type Channel, cardOf, cardOutcome, phoneOf, phoneOutcome } from './outcomes.ts'
import { type Attempt, attempt, cancel } from './pay.ts'
import { type Payment, paymentOf } from './payments.ts'
import { deliverDue } from './webhooks.ts'
import { money, spoken } from './words.ts'
import type { Scene } from './world.ts'

// The hosted page: what it answers and what its button does.

/** Answers everything under /checkout/. */
export async function checkout(scene: Scene, request: Request, path: string, nonce: string): Promise<Response> {
  const [, code = '', step = ''] = /^\/checkout\/([a-z0-9]{1,40})(?:\/(wait|cancel))?$/.exec(path) ?? []
  const seen: Seen = { ...spoken(request), nonce, root: scene.world.root, now: scene.now }
  const { words } = seen
  const payment = code ? await paymentOf(scene.world.pool(), 'access_code', code) : undefined
  if (!payment) return endPage(seen, { title: words.missing, help: words.missingHelp, status: 404 })
  if (request.method === 'POST')
    return step === 'cancel' ? leave(scene, seen, payment) : pay(scene, seen, payment, await request.formData())
  if (new URL(request.url).searchParams.has('state')) return Response.json({ status: payment.status }, fresh)
  if (step === 'wait')
    return payment.status === 'ongoing' ? waitingPage(seen, payment) : seeOther(nextOf(scene, payment))
  if (step === 'cancel') return seeOther(pathOf(scene, payment))
  return standing(scene, seen, payment, phoneIn(request))
}

const fresh = { headers: { 'cache-control': 'no-store' } }
const pathOf = ({ world }: Scene, { access_code }: Payment, more = '') => `${world.root}/checkout/${access_code}${more}`
const isPaid = ({ status }: Payment) => status === 'success' || status === 'reversed'

/** Where the payer goes from here. */
function nextOf(scene: Scene, payment: Payment): string {
  if (payment.status === 'ongoing') return pathOf(scene, payment, '/wait')
  return (isPaid(payment) && returnTo(payment)) || pathOf(scene, payment)
}

function returnTo({ callback_url, reference }: Payment): string | undefined {
  const address = safe(callback_url)
  if (!address) return undefined
  const url = new URL(address)
  url.searchParams.set('trxref', reference)
  url.searchParams.set('reference', reference)
  return url.href
}

/** The page as the payment stands: open, under way, paid or too late. */
function standing(scene: Scene, seen: Seen, payment: Payment, phone?: string): Response {
  const { words } = seen
  if (isPaid(payment))
    return endPage(seen, { title: words.paid, help: words.paidHelp(money(payment.amount)), back: returnTo(payment) })
  if (payment.status === 'ongoing') return seeOther(pathOf(scene, payment, '/wait'))
  if (payment.expires_at <= scene.now)
    return endPage(seen, { title: words.expired, help: words.expiredHelp, status: 410, back: cancelled(payment) })
  return checkoutPage(seen, payment, { values: phone ? { phone } : {}, wrong: {} })
}

async function pay(scene: Scene, seen: Seen, payment: Payment, form: FormData): Promise<Response> {
  if (isPaid(payment) || payment.status === 'ongoing') return seeOther(nextOf(scene, payment))
  if (payment.expires_at <= scene.now) return standing(scene, seen, payment)
  const read = readForm(seen, form, payment)
  if ('wrong' in read) return checkoutPage(seen, payment, read)
  const { payment: now, first } = await attempt(scene, payment.access_code, read)
  // Some test values ask for the webhook to be there before the payer is.
  if (first.length > 0) await deliverDue(scene.world, first)
  return remembering(scene, now, form)
}

/** After a wrong PIN the number is there again. The browser keeps it, not we. */
function remembering(scene: Scene, payment: Payment, form: FormData): Response {
  const answer = seeOther(nextOf(scene, payment))
  const phone = form.get('phone')
  if (typeof phone === 'string' && payment.channel === 'mobile_money' && !isPaid(payment))
    answer.headers.set(
      'set-cookie',
      `${phoneCookie}=${encodeURIComponent(phone.slice(0, 40))}; ${kept(scene, payment)}`,
    )
  return answer
}

const phoneCookie = 'sandbox_phone'
const kept = (scene: Scene, payment: Payment) => `Path=${pathOf(scene, payment)}; Max-Age=1800; HttpOnly; SameSite=Lax`

function phoneIn(request: Request): string | undefined {
  const found = new RegExp(`(?:^|; )${phoneCookie}=([^;]{1,200})`).exec(request.headers.get('cookie') ?? '')?.[1]
  try {
    return found && decodeURIComponent(found)
  } catch {
    return undefined
  }
}

async function leave(scene: Scene, seen: Seen, payment: Payment): Promise<Response> {
  if (isPaid(payment)) return seeOther(nextOf(scene, payment))
  await cancel(scene, payment.access_code)
  const { words } = seen
  const back = cancelled(payment)
  return back ? seeOther(back) : endPage(seen, { title: words.cancelled, help: words.cancelledHelp })
}

/** What was typed, as an attempt to pay or as what is wrong with it. */
function readForm(seen: Seen, form: FormData, payment: Payment): Attempt | Typed {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.slice(0, 40).trim() : ''
  }
  const channel = (['card', 'bank_transfer'].find((one) => one === text('channel')) ?? 'mobile_money') as Channel
  if (channel === 'mobile_money') return byPhone(seen, text('phone'), payment)
  if (channel === 'card') return byCard(seen, { number: text('number'), expiry: text('expiry'), cvv: text('cvv') })
  const paidWith = { bin: '', last4: '0000', brand: 'Bank', bank: 'Sandbox Bank' }
  return { channel, paidWith, outcome: { is: 'success', told: 'usual' } }
}

/** What M-Pesa takes at once, in cents. */
const phoneMost = 25_000_000

function byPhone({ words }: Seen, phone: string, { amount }: Payment): Attempt | Typed {
  const nine = phoneOf(phone)
  if (!nine) return { values: { channel: 'mobile_money', phone }, wrong: { phone: words.badPhone } }
  if (amount > phoneMost)
    return { values: { channel: 'mobile_money', phone }, wrong: { phone: words.tooMuchByPhone(money(phoneMost)) } }
  const paidWith = { bin: '', last4: nine.slice(-4), brand: 'M-pesa', bank: 'M-PESA' }
  return { channel: 'mobile_money', paidWith, outcome: phoneOutcome(nine) }
}

function byCard({ words, now }: Seen, typed: { number: string; expiry: string; cvv: string }): Attempt | Typed {
  const { number, expiry, cvv } = typed
  const digits = cardOf(number)
  const wrong: Record<string, string> = {}
  if (!digits) wrong.number = words.badNumber
  // A test card needs no more than its number; what is typed beside it has to be right.
  if (expiry && !isToCome(expiry, now)) wrong.expiry = words.badExpiry
  if (cvv && !/^\d{3,4}$/.test(cvv)) wrong.cvv = words.badCvv
  // The three digits are typed again: they are never sent back.
  if (!digits || Object.keys(wrong).length > 0) return { values: { channel: 'card', number, expiry }, wrong }
  const paidWith = { bin: digits.slice(0, 6), last4: digits.slice(-4), brand: 'visa', bank: 'TEST BANK' }
  return { channel: 'card', paidWith, outcome: cardOutcome(digits) }
}

/** A month and a year that are not over: 12/30, 12 / 2030, 1230. */
function isToCome(text: string, now: Date): boolean {
  const [, month = '', year = ''] = /^(\d{1,2})\s*[/-]?\s*(\d{4}|\d{2})$/.exec(text) ?? []
  const [m, y] = [Number(month), Number(year) + (year.length === 2 ? 2000 : 0)]
  return m >= 1 && m <= 12 && Date.UTC(y, m, 1) > now.getTime()
}
