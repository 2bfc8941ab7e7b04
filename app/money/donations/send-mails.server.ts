import { sql } from 'kysely'
import { type Db, type Tx, unwaitedCommit } from '#app/platform/db.server.ts'
import { log, withoutAddresses } from '#app/platform/log.server.ts'

/** One mail about a gift: the name of the job that sends it when it goes by itself, and how it is sent. */
export type MailOfGift = { name: 'mail-receipt' | 'mail-gift'; donationId: number; send: () => Promise<void> }

/** So many are on their way at the same time. A mail server that hangs has answered no to all of them before the job is over. */
const atOnce = 12
/** Milliseconds after which none is begun any more. */
const longest = 20_000
/** Milliseconds between notes of what was sent: what a process that dies may have sent without a note. */
const noteEach = 50
/** After so many, visitors have their turn. */
const breath = 4

/**
 * Sends mails, and says which it did not send: those that were refused, and those that it did not come to. As long as others
 * are on their way, it is noted which are out, so that a person is not told again because the process died over another's.
 */
export async function sendMails(
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
    // What ended in the same moment is looked at together.
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

/** May be forgotten when the power goes: then a mail is sent twice. */
const note = (db: Db, mails: MailOfGift[]) =>
  sql`insert into gift_mails_sent (donation_id, mail)
    select donation, mail
    from unnest(${mails.map(({ donationId }) => donationId)}::bigint[], ${mails.map(({ name }) => name)}::text[]) m (donation, mail)
    where ${unwaitedCommit} on conflict do nothing`.execute(db)

/** Nothing of these gifts is sent by the job of all of them any more. */
export async function crossOff(tx: Tx, donationIds: number[]): Promise<void> {
  if (donationIds.length > 0)
    await tx
      .deleteFrom('gift_mails_sent')
      .where('donation_id', '=', sql<number>`any(${donationIds}::bigint[])`)
      .execute()
}
