import { sql } from 'kysely'
import { phoneShown } from '#app/kit/phone.ts'
import { Refusal, type Words } from '#app/kit/says.ts'
import { resultOf } from '#app/money/payments/result.server.ts'
import type { Result } from '#app/money/payments/result.ts'
import type { Db } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import type { MobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { backoffLeft } from './backoff.server.ts'
import { mayBeAsked, railToPhones } from './begin.server.ts'
import { type Instead, insteadOf, paidByHand } from './claim.server.ts'
import { promptLimits } from './limits.server.ts'
import { againAfter, isEnded, mostPrompts, type PromptState, promptTexts, restAfter } from './prompt.ts'
import { newPrompt, push } from './prompts.server.ts'

// The page that a giver by phone sees while they wait, and how they ask once more.

export type OnPhone = {
  state: PromptState
  /** True if M-Pesa told us that one of its requests was paid, and the proof is not here yet. */
  isTold: boolean
  /** True if it ended without an answer, and M-Pesa's list was not read since: it may have been paid all the same. */
  isUnsure: boolean
  /** The phone number, shown so that only a person who knows it recognizes it. */
  shown: string
  /** Seconds in which it can still be answered, by the server's clock. */
  left: number
  /** Seconds until it may be sent again; null when it may not any more. */
  again: number | null
}

/** Reads what became of a gift, and the state of its request while it is not paid. */
export async function payOf(db: Db, reference: string, visitor: string | null): Promise<Pay> {
  const result = await resultOf(db, reference, visitor)
  const isOpen = result.is === 'waiting' || result.is === 'failed'
  const row = isOpen ? await newest(db, reference) : undefined
  if (!row?.phone) return { ...over, reference, result }
  const byHand = await paidByHand(db, row.id)
  if (byHand) return { ...over, reference: byHand, result }
  const pretendPhone = settings.pretends ? `/sandbox/phone/${row.phone.slice(1)}` : null
  const [rail, instead] = await Promise.all([railToPhones(db), insteadOf(db, row.id, row.account)])
  return { reference, result, phone: onPhone(row, row.phone, rail), instead, pretendPhone }
}

/** The rest of the answer for a payment that is over, or was never by phone. */
const over = { phone: null, instead: null, pretendPhone: null }
type Pay = {
  /** The payment to show: another one if the money came by hand, under the drive's own code. */
  reference: string
  result: Result
  phone: OnPhone | null
  instead: Instead | null
  pretendPhone: string | null
}

type Newest = NonNullable<Awaited<ReturnType<typeof newest>>>

function onPhone(
  { state, isTold, isUnsure: isUnread, age, n, isYoung, rest }: Newest,
  phone: string,
  rail: MobileMoney | undefined,
): OnPhone {
  const wait = restAfter[state] ?? (isEnded(state) ? 0 : againAfter)
  // Nobody is asked to pay a second time for what may have been paid.
  const isLast = n >= mostPrompts && state !== 'too_busy'
  const isUnsure = isUnread && rail?.capabilities().proves.includes('list') === true
  const isOver = isUnsure || !rail || !isYoung || isLast || state === 'broken' || state === 'refused' || isTold
  const seconds = rail?.capabilities().promptSeconds ?? 60
  return {
    state,
    isTold,
    isUnsure,
    shown: phoneShown(phone),
    left: state === 'open' || state === 'created' ? Math.max(0, Math.ceil(seconds - age)) : 0,
    again: isOver ? null : Math.max(0, Math.ceil(wait - age), rest),
  }
}

/** True if one of its requests may have been paid: we were told so, and have not found the money yet. */
const isToldPaid = sql<boolean>`exists (select from mpesa_prompts o where o.payment_id = p.id and o.state in ('created', 'open', 'unknown', 'too_busy')
  and (o.told = 'paid' or exists (select from mpesa_receipts r where r.prompt_id = o.id)))`

/** True if the list was not read since: a phone that could not be reached may have paid. The list is read up to the next whole second. */
const isUnread = sql<boolean>`q.state = 'unanswered' and not exists (
  select from mpesa_listed l where l.provider = p.provider and l.until > q.ended_at + interval '1 second')`

const newest = (db: Db, reference: string) =>
  db
    .selectFrom('mpesa_prompts as q')
    .innerJoin('payments as p', 'p.id', 'q.payment_id')
    .where('p.reference', '=', reference)
    .where('p.status', 'not in', ['succeeded', 'mismatch'])
    .select(['q.n', 'q.state', 'q.phone', 'q.account', 'p.id', 'p.amount', 'p.fund_drive_id as driveId'])
    .select([isToldPaid.as('isTold'), isUnread.as('isUnsure')])
    .select(sql<number>`extract(epoch from now() - coalesce(q.sent_at, q.created_at))::float8`.as('age'))
    .select(backoffLeft('prompt').as('rest'))
    .select(sql<boolean>`p.created_at > now() - interval '1 hour'`.as('isYoung'))
    .orderBy('q.n', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Explains why the request is not sent again: nobody is asked for a second payment while money may be under way. */
function whyNot({ state, isTold, isUnsure, age, isYoung }: Newest, rail: MobileMoney | undefined): Words {
  if (isTold) return promptTexts.underWay
  if (isUnsure && rail) return promptTexts.notKnown
  if (state === 'created' || state === 'open' || state === 'unknown')
    return age < againAfter ? promptTexts.notYet : promptTexts.notKnown
  if (!rail || state === 'broken') return promptTexts.notNow
  if (state === 'refused') return promptTexts.notTakenNoPaybill
  return isYoung ? promptTexts.sentOften : promptTexts.tooOld
}

async function whyClosed(db: Db, reference: string): Promise<Words> {
  const row = await db.selectFrom('payments').where('reference', '=', reference).select('status').executeTakeFirst()
  if (row?.status === 'mismatch') return promptTexts.arrived
  return row?.status === 'succeeded' ? promptTexts.isPaid : promptTexts.tooOld
}

/** Sends the request again when its person presses 'Send it again', which counts as a try. */
export async function tryAgain(db: Db, reference: string, from: { visitor: string; address: string }): Promise<void> {
  const row = await newest(db, reference)
  if (row?.phone) await takeTry(promptLimits(row.phone, from.address, async () => row.driveId ?? undefined))
  await sendAgain(db, reference, from.visitor, from.address).catch(withoutField)
}

/** Moves a refusal from the field of the phone to the button, which has no field beside it. */
function withoutField(error: unknown): never {
  if (error instanceof Refusal) error.field = undefined
  throw error
}

/** Sends the request once more. The one before must have ended, or be too old to be answered. */
export async function sendAgain(db: Db, reference: string, visitor: string | null, address?: string): Promise<void> {
  const [rail, row] = await Promise.all([railToPhones(db), newest(db, reference)])
  if (!row?.phone) throw new Refusal(await whyClosed(db, reference))
  if (await paidByHand(db, row.id)) throw new Refusal(promptTexts.isPaid)
  const { again } = onPhone(row, row.phone, rail)
  if (!rail || again === null) throw new Refusal(whyNot(row, rail))
  if (again > 0)
    throw new Refusal(row.state === 'too_busy' ? promptTexts.tooBusy : promptTexts.notYet, { retryAfter: again })
  await mayBeAsked(db, rail, row.phone)
  const prompt = await newPrompt(db, { paymentId: row.id, phone: row.phone, visitor, address })
  const { answer } = await push(db, rail, prompt, { phone: row.phone, cents: row.amount })
  await sql`update payments set asked_at = null where id = ${row.id}::bigint`.execute(db)
  if (answer.is === 'failure' && answer.class === 'config') throw new Refusal(promptTexts.notNow, { status: 502 })
}
