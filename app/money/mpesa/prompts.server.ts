import { createHash, randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { accountOfCode } from '#app/drives/codes/code.ts'
import { codeShown } from '#app/drives/codes/codes.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { givingTexts as givingSays } from '#app/money/payments/giving.ts'
import { type Opened, openPayments } from '#app/money/payments/opening.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { hearOrigin } from '#app/platform/mpesa/choose-mobile-money.server.ts'
import { inBatchesOrAlone } from '#app/platform/postgres/batches.server.ts'
import type { MobileMoney, PromptEnd } from '#app/platform/providers/mobile-money.server.ts'
import { backingOff, backOff, backoffLeft, requestRefused } from './backoff.server.ts'
import { networkKept } from './limits.server.ts'
import { againAfter, isEnded, mostPrompts, promptTexts } from './prompt.ts'

// The rows of requests on phones. Each is written before it is sent, with a name and a secret address of its own.

/**
 * `address`: where it was asked from; that network gets its try back when it is paid. `code`: the drive's code, for the first
 * request of a payment.
 */
type Asked = {
  paymentId: number
  phone: string
  visitor: string | null
  address?: string | undefined
  code?: string | undefined
}

/** A request that is written, and is sent next. `wait`: M-Pesa's backoff at this moment, in seconds. */
type Prompt = { id: number; account: string; hearAt: string; wait: number }

/** The most tries for a free tag: of seven million behind a word, hardly any is taken. */
const mostTags = 5
const atRandom = (signs: string) => signs[randomInt(signs.length)]!

/**
 * Writes the next request of a payment. One phone has one request at a time, and the database is the guard: of ten that are
 * pressed at once, one gets through. Its account is the drive's code with a tag of its own.
 */
export async function newPrompt(db: Db, asked: Asked, pick = atRandom): Promise<Prompt> {
  const code = asked.code ?? (await codeFor(db, asked.paymentId))
  // The first request of a payment finds nothing in its way, except an older one on the same phone.
  let hasRoom = asked.code === undefined
  if (hasRoom) await makeRoom(db, asked)
  for (let tries = 0; tries < mostTags; ) {
    const account = accountOfCode(code, pick)
    const { hearAt, hash } = newAddress()
    const row = await written(db, { ...asked, account, hash })
    if (row) return { ...row, account, hearAt }
    if (hasRoom) {
      if (!(await isTaken(db, account))) throw new Refusal(promptTexts.phoneBusy, { status: 409, field: 'phone' })
      tries++
    } else await makeRoom(db, asked)
    hasRoom = true
  }
  throw new Error(`no tag was free behind ${code}`)
}

/** Closes what M-Pesa never answered on this phone, and deletes what was never sent: only three sent requests are too many. */
async function makeRoom(db: Db, { paymentId, phone }: Asked): Promise<void> {
  await closeUnansweredPrompts(db, phone)
  // A request that we were told of is never deleted.
  await sql`
    delete from mpesa_prompts where payment_id = ${paymentId}::bigint and state = 'too_busy' and told is null`.execute(
    db,
  )
}

/** Returns the drive's word, which its payers know, else its number. */
async function codeFor(db: Db, paymentId: number): Promise<string> {
  const row = await db.selectFrom('payments').where('id', '=', paymentId).select('fund_drive_id').executeTakeFirst()
  if (!row?.fund_drive_id) throw new Refusal(givingSays.driveMissing, { status: 404 })
  return codeShown(db, row.fund_drive_id)
}

/** Returns the new row; undefined if the phone has a request, there were enough, the account is taken, or it was given up. */
async function written(
  db: Db,
  { paymentId, phone, visitor, address, account, hash }: Asked & { account: string; hash: Buffer },
): Promise<Pick<Prompt, 'id' | 'wait'> | undefined> {
  const { rows } = await sql<Pick<Prompt, 'id' | 'wait'>>`
    insert into mpesa_prompts (payment_id, n, account, phone, hear_hash, visitor, network, ask_at)
    select ${paymentId}::bigint, 1 + count(*), ${account}, ${phone}, ${hash}, ${visitor}, ${networkKept(address)}, now() + interval '15 seconds'
    from mpesa_prompts where payment_id = ${paymentId}::bigint having count(*) < ${mostPrompts}::int
      and (select status from payments where id = ${paymentId}::bigint) <> 'init_unknown'
    on conflict do nothing returning id, ${backoffLeft('prompt')} as wait`.execute(db)
  return rows[0]
}

const isTaken = async (db: Db, account: string): Promise<boolean> =>
  (await db.selectFrom('mpesa_prompts').where('account', '=', account).select('id').executeTakeFirst()) !== undefined

/** Seconds that M-Pesa is given to answer; the process that asked may have died. */
const longestSending = 15

/** Marks requests that were never answered as unknown: that alone keeps nobody from giving. */
export async function closeUnansweredPrompts(db: Db, phone: string | null = null): Promise<void> {
  await sql`
    update mpesa_prompts set state = 'unknown', ask_at = coalesce(ask_at, now())
    where (phone = ${phone} or ${phone}::text is null) and (
      (state = 'created' and created_at < now() - make_interval(secs => ${longestSending}))
      or (state = 'open' and sent_at < now() - make_interval(secs => ${againAfter})))`.execute(db)
}

/** Seconds after sending, at which cron asks M-Pesa. */
export const querySteps = [8, 20, 40, 62, 75, 90, 180, 600, 1800, 7200, 86_400]

type Sent = { id: number; checkoutId: string; opens: Opened | undefined }

/**
 * Notes that M-Pesa has taken it: it is on the phone; and opens the payment whose first request it is. Locks payments before
 * requests, as every booking does. Returns false if that payment was given up meanwhile.
 */
const promptSent = inBatchesOrAlone(sentTogether, async (db: Db, sent: Sent) => (await sentTogether(db, [sent]))[0]!)

async function sentTogether(db: Db, all: Sent[]): Promise<boolean[]> {
  const { rows } = await sql<{ reference: string }>`
    with opened as (${openPayments(all.flatMap(({ opens }) => opens ?? []))}), sent as (
      update mpesa_prompts q set checkout_id = s.checkout, sent_at = now(), asks = 0,
        state = case when q.state in ('created', 'unknown') then 'open' else q.state end,
        ask_at = now() + make_interval(secs => case when q.told is null then ${querySteps[0]!} else 0 end)
      from unnest(${all.map(({ id }) => id)}::bigint[], ${all.map(({ checkoutId }) => checkoutId)}::text[]) s (id, checkout)
      where q.id = s.id and (select count(*) from opened) >= 0)
    select reference from opened`.execute(db)
  const open = new Set(rows.map(({ reference }) => reference))
  return all.map(({ opens }) => opens === undefined || open.has(opens.reference))
}

/** Notes that nobody knows whether it is on the phone: M-Pesa's list tells if it was paid. */
async function promptLost(db: Db, id: number, why: string): Promise<void> {
  await sql`
    update mpesa_prompts set state = 'unknown', sent_at = now(), why = ${why.slice(0, 500)},
      ask_at = now() + interval '30 seconds'
    where id = ${id}::bigint and state = 'created'`.execute(db)
}

type End = { state: PromptEnd; code: string | null; why: string | null }

/** Notes the end of a request. A success is final: nothing that is said later can undo it. */
export async function promptEnded(db: Db, id: number, { state, code, why }: End): Promise<void> {
  const over = state === 'paid' || isEnded(state)
  await sql`
    update mpesa_prompts q set state = ${state}, code = ${code?.slice(0, 50) ?? null}, why = ${why?.slice(0, 500) ?? null},
      sent_at = coalesce(q.sent_at, now()), ended_at = coalesce(q.ended_at, case when ${over} then now() end),
      ask_at = case when ${over} then null else q.ask_at end
    where q.id = ${id}::bigint and q.state <> 'paid' and q.state <> ${state}`.execute(db)
}

export type Live = { reference: string; amount: number; driveId: string | null; visitor: string | null }

/**
 * Finds a request that is on a phone, or may be, for the person who asks for another one there. A part of a larger query. A
 * request that M-Pesa has not answered for too long keeps nobody from giving, even before it is closed.
 */
export const liveOn = (phone: string) => sql<Live | null>`(
  select json_build_object('reference', p.reference, 'amount', p.amount, 'driveId', p.fund_drive_id, 'visitor', q.visitor)
  from mpesa_prompts q join payments p on p.id = q.payment_id
  where q.phone = ${phone} and p.status <> 'succeeded' and (
    (q.state = 'created' and q.created_at >= now() - make_interval(secs => ${longestSending}))
    or (q.state in ('open', 'unknown') and q.sent_at >= now() - make_interval(secs => ${againAfter})))
  order by q.id desc limit 1)`

/** True if the phone's owner cancelled two requests within an hour, sent by different visitors: it gets no more. A part of a query. */
export const isLeftInPeace = (phone: string) => sql<boolean>`(
  select count(distinct visitor) > 1 from mpesa_prompts
  where phone = ${phone} and state = 'cancelled' and created_at > now() - interval '1 hour')`

/**
 * Sends a request to the phone, and keeps the result. Returns M-Pesa's answer. `opens`: the payment whose first request it is;
 * `isOpen` says whether it was opened with a request that was sent.
 */
export async function push(
  db: Db,
  rail: MobileMoney,
  { id, account, hearAt, wait }: Prompt,
  { phone, cents, opens }: { phone: string; cents: number; opens?: Opened },
): Promise<{ answer: Awaited<ReturnType<MobileMoney['prompt']>>; isOpen?: boolean }> {
  const answer = wait > 0 ? backingOff(wait) : await rail.prompt({ account, cents, phone, hearAt })
  if (answer.is === 'sent') return { answer, isOpen: await promptSent(db, { id, checkoutId: answer.id, opens }) }
  if (answer.is === 'ended') await promptEnded(db, id, answer)
  else if (answer.class === 'unknown') await promptLost(db, id, answer.message)
  else await promptEnded(db, id, { state: unsent[answer.class], code: answer.code ?? null, why: answer.message })
  if (answer.is === 'failure') {
    await backOff(db, 'prompt', answer)
    if (answer.class === 'config') await requestRefused(db, rail, id, answer)
  }
  return { answer }
}

/** The ends of requests that never reached the phone. */
const unsent = { retry: 'too_busy', rejected: 'refused', config: 'broken' } as const

// The addresses where M-Pesa posts to us: each request, each question and each kind of payment by hand has one that nobody
// guesses. We keep no more than the hash of its end.

export const hashOfCallbackToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export function newAddress(): { hearAt: string; hash: Buffer } {
  const token = randomBytes(32).toString('hex')
  return { hearAt: `${hearOrigin()}/hooks/m/${token}`, hash: hashOfCallbackToken(token) }
}
