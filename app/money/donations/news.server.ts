import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { recipientsOf } from '#app/people/accounts/mails.server.ts'
import { type Db, inOneGo, type Tx, unwaitedCommit } from '#app/platform/db.server.ts'
import { enqueueAll } from '#app/platform/jobs/queue.server.ts'
import { log, withoutAddresses } from '#app/platform/log.server.ts'
import { type GiftToTell, giftsToTell, oneByOne, sendGift, sendReceipt } from './mails.server.tsx'

// The notices of gifts: to whom, and when. The gifts' own transaction adds only one job: a drive that thousands give to must
// not wait for the mail of each.

/** The number of the job's try, and the signal that stops it. */
type Try = { attempt?: number; signal?: AbortSignal }

/**
 * Sends the giver a receipt, and notifies the owner at once or with the day's other gifts. The first try sends the mails
 * itself: it reads all gifts at once, and a mail that can't be sent gets a job of its own, so that it delays no other. A later
 * try follows one that was broken off: it gives each unsent mail a job of its own, so that no mail is sent again each time that
 * another fails.
 */
export async function giftsArrived(
  db: Db,
  { donationIds }: { donationIds: number[] },
  { attempt = 1, signal }: Try = {},
  now = new Date(),
): Promise<void> {
  const gifts = await giftsToTell(db, donationIds)
  const mails = await mailsOf(db, gifts)
  const later = gifts.filter(({ place }) => place > oneByOne).map(({ id, drive }) => ({ id, drive }))
  if (attempt > 1) return leave(db, { donationIds, later, mails }, now)
  if (later.length > 0) await leave(db, { donationIds: [], later, mails: [] }, now)
  const { unsent, noted } = await sendMails(db, mails, signal)
  if (unsent.length > 0 || noted) await leave(db, { donationIds, later: [], mails: unsent }, now)
}

/** Lists the mails about these gifts that are not sent yet. */
async function mailsOf(db: Db, gifts: GiftToTell[]): Promise<MailOfGift[]> {
  const oneDay = gifts.filter(({ place }) => place <= oneByOne)
  const managers = await recipientsOf(db, [...new Set(oneDay.map(({ drive }) => drive))], 'activity')
  const receipts = gifts.map((gift) => ({ gift, name: 'mail-receipt' as const, send: () => sendReceipt(gift) }))
  const told = oneDay.map((gift) => ({
    gift,
    name: 'mail-gift' as const,
    send: () => sendGift(gift, managers.get(gift.drive)!),
  }))
  return [...receipts, ...told]
    .filter(({ gift, name }) => !gift.sent.includes(name))
    .map(({ gift, name, send }) => ({ name, donationId: gift.id, send }))
}

type Left = {
  /** The gifts whose mails are done, or are left to jobs of their own. */
  donationIds: number[]
  later: { id: number; drive: string }[]
  mails: MailOfGift[]
}

/** Leaves the mails that this job does not send to other jobs, all of them or none. */
const leave = (db: Db, { donationIds, later, mails }: Left, now: Date): Promise<void> =>
  // Two jobs that add the same drives' evening mails may deadlock; then one is done again.
  inOneGo(db, async (tx) => {
    if (later.length > 0)
      await tx
        .insertInto('gift_news')
        .values(later.map(({ id, drive }) => ({ donation_id: id, fund_drive_id: drive })))
        .onConflict((same) => same.doNothing())
        .execute()
    await enqueueAll(tx, [
      ...mails.map(({ name, donationId }) => ({ name, carries: { donationId }, key: String(donationId) })),
      ...[...new Set(later.map(({ drive }) => drive))].sort().map((drive) => digestOf(drive, now)),
    ])
    await crossOff(tx, donationIds)
  })

const digestOf = (driveId: string, now: Date) => ({
  name: 'mail-gift-digest' as const,
  carries: { driveId },
  key: driveId,
  runAt: digestAt(driveId, now),
})

/**
 * Returns six in the evening in Nairobi, when a treasurer sits down; spread over half an hour, so that not all drives' mails go
 * out at the same moment. All gifts of a day name the same moment: it is one job.
 */
export function digestAt(driveId: string, now: Date): Date {
  const minute = createHash('sha256').update(driveId).digest()[0]! % 30
  const at = new Date(now)
  at.setUTCHours(15, minute, 0, 0)
  if (at <= now) at.setUTCDate(at.getUTCDate() + 1)
  return at
}

/** A mail about a gift: the name of the job that sends it alone, and how it is sent. */
type MailOfGift = { name: 'mail-receipt' | 'mail-gift'; donationId: number; send: () => Promise<void> }

/** The number of mails sent at once. A mail server that hangs has failed all of them before the job is over. */
const atOnce = 12
/** Milliseconds after which no mail is begun any more. */
const longest = 20_000
/** Milliseconds between notes of sent mails: a process that dies may have sent the mails of so long without a note. */
const noteEach = 50
/** The number of mails after which other requests have their turn. */
const breath = 4

/**
 * Sends mails, and returns the unsent ones: those that were refused, and those that it did not come to. While others are on
 * their way it notes which are sent, so that no person is told again because the process died over another's mail.
 */
async function sendMails(
  db: Db,
  mails: MailOfGift[],
  signal?: AbortSignal,
): Promise<{ unsent: MailOfGift[]; noted: boolean }> {
  const late = performance.now() + longest
  const under = new Set<Promise<void>>()
  const [sent, unsent]: [MailOfGift[], MailOfGift[]] = [[], []]
  let [noted, noteAt] = [false, performance.now() + noteEach]
  const oneMore = async () => {
    await Promise.race(under)
    // Mails that ended in the same moment are handled together.
    await moment()
    if (under.size === 0 || sent.length === 0 || performance.now() < noteAt) return
    noted = true
    await note(db, sent.splice(0))
    noteAt = performance.now() + noteEach
  }
  for (const [at, mail] of mails.entries()) {
    if (signal?.aborted || performance.now() > late) {
      unsent.push(...mails.slice(at))
      break
    }
    if (at % breath === 0) await moment()
    const way = one(mail).then((isSent) => {
      under.delete(way)
      ;(isSent ? sent : unsent).push(mail)
    })
    under.add(way)
    if (under.size >= atOnce) await oneMore()
  }
  while (under.size > 0) await oneMore()
  return { unsent, noted }
}

async function one({ send, name, donationId }: MailOfGift): Promise<boolean> {
  try {
    await send()
    return true
  } catch (error) {
    log.warn({ name, donation: donationId, err: withoutAddresses(error) }, 'a mail about a gift gets a job of its own')
    return false
  }
}

const moment = () => new Promise((resolve) => setImmediate(resolve))

/** Notes sent mails. A power failure may lose the note: then a mail is sent twice. */
const note = (db: Db, mails: MailOfGift[]) =>
  sql`insert into gift_mails_sent (donation_id, mail)
    select donation, mail
    from unnest(${mails.map(({ donationId }) => donationId)}::bigint[], ${mails.map(({ name }) => name)}::text[]) m (donation, mail)
    where ${unwaitedCommit} on conflict do nothing`.execute(db)

/** Deletes the notes of these gifts: their common job sends no mail about them any more. */
async function crossOff(tx: Tx, donationIds: number[]): Promise<void> {
  if (donationIds.length > 0)
    await tx
      .deleteFrom('gift_mails_sent')
      .where('donation_id', '=', sql<number>`any(${donationIds}::bigint[])`)
      .execute()
}
