import { sql } from 'kysely'
import { codeShownNow } from '#app/drives/codes/codes.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { givingTexts as givingSays, misfit, takenOf } from '#app/money/payments/giving.ts'
import {
  hasPayment,
  paymentOpened,
  paymentUnanswered,
  paymentWithKey,
  type Started,
  secondsToAsk,
} from '#app/money/payments/opening.server.ts'
import { createPayment } from '#app/money/payments/payment.server.ts'
import { openedMeanwhile } from '#app/money/payments/start.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { onceOf } from '#app/platform/jobs/sent-once.server.ts'
import { log } from '#app/platform/log.server.ts'
import { type MobileMoney, mobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { isStopped, isStoppedNow } from '#app/platform/providers/provider.server.ts'
import { hasStoppedNow } from '#app/platform/sms/outbox.server.ts'
import { requestsPaused, requestsPausedNow } from './backoff.server.ts'
import { payPath, promptTexts } from './prompt.ts'
import { isLeftInPeace, type Live, liveOn, newPrompt, push } from './prompts.server.ts'

export type PhoneGift = {
  amount: number
  /** The phone number in international form. */
  phone: string
  name: string
  email: string
  message: string
  anonymous: boolean
  pledgeId?: number
}
type Around = {
  key: string | undefined
  language: string
  origin: string
  visitor: string | null
  /** The browser that begins it, if it can be told from all others. */
  payer?: string | null
  address?: string
}
type Begun = { reference: string; url: string }

/** Returns the rail while it is set up and takes our key. */
export async function openRail(db: Db): Promise<MobileMoney | undefined> {
  const rail = mobileMoney()
  return rail && !(await isStopped(db, rail.capabilities().name)) ? rail : undefined
}

/** Returns the rail while requests are sent to phones. */
export async function railToPhones(db: Db): Promise<MobileMoney | undefined> {
  const [rail, rests] = await Promise.all([openRail(db), requestsPaused(db)])
  return rests ? undefined : rail
}

/**
 * Begins a gift by a request on the giver's phone, and returns where they wait. Both are stored before M-Pesa is asked. A form
 * that is sent twice leads to the same gift, and a second tab of the same browser to the first one's request.
 */
export async function beginByPhone(db: Db, driveId: string, gift: PhoneGift, around: Around): Promise<Begun> {
  const { phone, amount, name, email, message, anonymous } = gift
  const key = keyOf(driveId, gift, around)
  const rail = mobileMoney()
  const now = await phoneNow(db, { rail, phone, driveId, key })
  const before = key && now.isKnown && (await paymentWithKey(db, key))
  if (before) return ledTo(db, before, around.origin)
  if (!rail || now.isStopped || now.isPaused) throw new Refusal(promptTexts.notNow, { status: 503, field: 'phone' })
  const can = rail.capabilities()
  const wrong = misfit(amount, takenOf(can))
  if (wrong) throw new Refusal(wrong, { status: 422, field: 'amount' })
  const open = ofTheirs(now.live, { driveId, amount, around })
  if (open) return open
  refuseUnwanted(now, rail)
  const what = { kind: 'donation', driveId, amount, donorName: name, donorEmail: email, message, anonymous } as const
  const pledge = gift.pledgeId === undefined ? {} : { pledgeId: gift.pledgeId }
  const payment = await createPayment(
    db,
    { ...what, ...pledge, donorPhone: phone },
    key,
    around.language,
    can.name,
    around.payer,
  )
  if (payment.again) return ledTo(db, { ...payment, age: 0 }, around.origin)
  return asked(db, rail, payment, { driveId, phone, amount, around, code: now.code })
}

/**
 * Reads all that decides whether this phone may be sent a request, in one query: each of hundreds who give at once asks it.
 * `isKnown`: a payment has this form's key. `code`: the drive's, for the account.
 */
async function phoneNow(db: Db, { rail, phone, driveId, key }: { rail: MobileMoney | undefined } & PhoneAsked) {
  const { rows } = await sql<PhoneNow>`
    select ${key ? hasPayment(key) : sql`false`} as "isKnown",
      ${rail ? isStoppedNow(rail.capabilities().name) : sql`true`} as "isStopped", ${requestsPausedNow()} as "isPaused",
      ${liveOn(phone)} as live, ${unwantedOn(phone)}, ${codeShownNow(driveId)} as code`.execute(db)
  return rows[0]!
}
type PhoneAsked = { phone: string; driveId: string; key: ReturnType<typeof keyOf> }
type Unwanted = { hasStopped: boolean; isLeftAlone: boolean }
type PhoneNow = Unwanted & {
  isKnown: boolean
  isStopped: boolean
  isPaused: boolean
  live: Live | null
  code: string | null
}

const unwantedOn = (phone: string) =>
  sql`${hasStoppedNow(phone)} as "hasStopped", ${isLeftInPeace(phone)} as "isLeftAlone"`

type Asked = { driveId: string; phone: string; amount: number; around: Around; code: string | null }

/** Sends the request of a gift that is written down. */
async function asked(db: Db, rail: MobileMoney, { id, reference }: Started, what: Asked): Promise<Begun> {
  const { phone, amount, around, code } = what
  const { visitor, address, origin } = around
  const first = { paymentId: id, phone, visitor, address, code: code ?? undefined }
  const prompt = await newPrompt(db, first).catch(async (error) => {
    await paymentUnanswered(db, reference)
    const { rows } = await sql<Pick<PhoneNow, 'live'>>`select ${liveOn(phone)} as live`.execute(db)
    const other = ofTheirs(rows[0]!.live, what)
    if (other) return other
    throw error
  })
  if ('url' in prompt) return prompt
  const url = origin + payPath(reference)
  const opens = { reference, url }
  const { answer, isOpen } = await push(db, rail, prompt, { phone, cents: amount, opens })
  // If M-Pesa is too busy, the gift is kept: its page says when the request can be sent.
  if (answer.is === 'failure' && (answer.class === 'config' || answer.class === 'rejected'))
    return unsent(db, rail, { reference, url }, answer)
  // M-Pesa's list may have shown the money before this answer: then the gift is booked, and its page says so.
  if (!(isOpen ?? (await paymentOpened(db, opens)))) throw new Refusal(givingSays.failed, { status: 502 })
  return { reference, url }
}

/** Refuses a request if the owner of the phone wants none: they said STOP, or cancelled those of different visitors. */
export async function mayBeAsked(db: Db, rail: MobileMoney, phone: string): Promise<void> {
  const { rows } = await sql<Unwanted>`select ${unwantedOn(phone)}`.execute(db)
  refuseUnwanted(rows[0]!, rail)
}

function refuseUnwanted({ hasStopped, isLeftAlone }: Unwanted, rail: MobileMoney): void {
  const words = hasPaybill(rail) ? promptTexts.stopped : promptTexts.stoppedNoPaybill
  if (hasStopped) throw new Refusal(words, { status: 403, field: 'phone' })
  if (isLeftAlone) throw new Refusal(promptTexts.backingOff, { status: 429, field: 'phone' })
}

const hasPaybill = (rail: MobileMoney) => rail.capabilities().payIn?.kind === 'paybill'

/**
 * Leads to the open request on this phone if it is for the same gift, and only the browser that began it. Many know phone and
 * amount, and the reference tells who gives: another person's gift stays hidden.
 */
function ofTheirs(
  live: Live | null,
  { driveId, amount, around }: Pick<Asked, 'driveId' | 'amount' | 'around'>,
): Begun | undefined {
  if (!live) return undefined
  const isTheirs = around.payer !== undefined && around.payer !== null && live.visitor === around.payer
  if (!isTheirs || live.driveId !== driveId || live.amount !== amount)
    throw new Refusal(promptTexts.phoneBusy, { status: 409, field: 'phone', retryAfter: 60 })
  return { reference: live.reference, url: around.origin + payPath(live.reference) }
}

const keyOf = (driveId: string, gift: PhoneGift, { key }: Around) => {
  const { amount, phone, name, email, message, anonymous } = gift
  const once = onceOf(key, amount, phone, name, email, message, String(anonymous))
  return once ? { scope: `donate ${driveId} by phone`, key: once, renewed: true, holds: isHeld } : undefined
}

type Failed = Extract<Awaited<ReturnType<MobileMoney['prompt']>>, { is: 'failure' }>

/** Ends a gift whose request reached no phone: nobody can pay it, unless M-Pesa lists its money. */
async function unsent(db: Db, rail: MobileMoney, begun: Begun, failure: Failed): Promise<Begun> {
  const { class: is, status, code } = failure
  log.warn({ reference: begun.reference, class: is, status, code }, 'a request on a phone could not be sent')
  if (await paymentUnanswered(db, begun.reference)) return begun
  if (is === 'rejected')
    throw new Refusal(hasPaybill(rail) ? promptTexts.notTaken : promptTexts.notTakenNoPaybill, {
      status: 422,
      field: 'phone',
    })
  throw new Refusal(is === 'config' ? promptTexts.notNow : givingSays.failed, { status: 502 })
}

// The form of a gift by phone, sent again: it never asks a phone for the same gift twice.

/** Leads the same form to the gift that it began, whatever became of that, and sends nothing. */
async function ledTo(
  db: Db,
  { reference, age }: { reference: string; age: number },
  origin: string,
): Promise<{ reference: string; url: string }> {
  const page = origin + payPath(reference)
  const how = { failed: givingSays.failed, page, waits: age <= secondsToAsk, isWaitedOn: true }
  return { reference, url: await openedMeanwhile(db, reference, how) }
}

/** Seconds for which the page of an unpaid request can send it again. */
const youngFor = 3600

/**
 * Tells whether a gift holds its form's key: while its money may be under way, and while its own page sends the request again.
 * If it was cut off before anything was written down for a phone, the form begins another.
 */
async function isHeld(db: Db | Tx, { id, status, age }: { id: number; status: string; age: number }): Promise<boolean> {
  if (status === 'init_unknown' || status === 'abandoned') return false
  const { rows } = await sql<{ sent: boolean; live: boolean | null }>`
    select count(*) > 0 as sent, bool_or(state in ('created', 'open', 'unknown') or told = 'paid') as live
    from mpesa_prompts where payment_id = ${id}::bigint`.execute(db)
  const { sent, live } = rows[0]!
  return sent ? live === true || age < youngFor : age <= secondsToAsk
}
