import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { plainMoney } from '#app/kit/money.ts'
import { Refusal } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { publicAddress } from '#app/platform/settings.server.ts'
import { sendSms } from '#app/platform/sms/outbox.server.ts'
import { placeMoney } from '../place.server.ts'
import { type Second, says, secondPath } from './second.ts'

// The second of two requests for one gift was paid, too. It is in the books, unplaced, until its giver gives both or wants
// one back; without an answer it goes back.

const answerHours = 72

const open = (db: Db, reference: string) =>
  db
    .selectFrom('suspense as s')
    .innerJoin('payments as p', 'p.id', 's.payment_id')
    .leftJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
    .where('p.reference', '=', reference)
    .where('s.why', '=', 'paid twice')
    .where('s.state', '=', 'open')
    .select(['s.id', 's.amount', 's.wish', 'd.id as driveId', 'd.slug', 'd.title'])
    .select(['p.donor_name as name', 'p.donor_phone as phone', 'p.anonymous as isAnonymous'])
    .orderBy('s.id')
    .limit(1)

/** What its giver is asked; undefined when there is nothing to ask. */
export async function secondOf(db: Db, reference: string): Promise<Second | undefined> {
  const found = await open(db, reference).executeTakeFirst()
  if (!found) return undefined
  const { amount, wish, slug, title } = found
  return { amount, drive: slug && title ? { slug, title } : null, goesBack: wish !== null }
}

/** It becomes a gift of its own to the same drive. Returns its reference; another press finds it decided. */
export const giveBoth = (db: Db, reference: string): Promise<string> =>
  db.transaction().execute(async (tx) => {
    // Once it is to go back, M-Pesa may have sent it already.
    const found = await open(tx, reference).where('s.wish', 'is', null).executeTakeFirst()
    const { id: suspenseId, driveId, name, phone, isAnonymous } = found ?? {}
    const giver = { name: name ?? '', message: '', phone: phone ?? '', isAnonymous: isAnonymous ?? false }
    const booked = suspenseId && driveId && (await placeMoney(tx, { suspenseId, driveId, giver }))
    if (!booked) throw new Refusal(says.decided)
    return booked.reference
  })

/** An administrator sends it back. From then on it can't become a gift by its giver's word. */
export const wantBack = (db: Db, reference: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const found = await open(tx, reference).executeTakeFirst()
    if (!found) throw new Refusal(says.decided)
    await tx
      .updateTable('suspense')
      .set({ wish: 'back', wished_at: sql<Date>`now()` })
      .where('id', '=', found.id)
      .where('state', '=', 'open')
      .execute()
    await tell(tx, 'office:desk')
  })

/** By the clock: silence means that it goes back. */
export async function returnSecond(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      update suspense set wish = 'no answer', wished_at = now()
      where why = 'paid twice' and state = 'open' and wish is null
        and created_at < now() - make_interval(hours => ${answerHours}) returning id`.execute(tx)
    if (rows.length > 0) await tell(tx, 'office:desk')
    return rows.length
  })
}

/** Tells the giver by a text, once for each such payment. */
export const textPaidTwice = (db: Db, provider: string, account: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('suspense as s')
      .innerJoin('payments as p', 'p.id', 's.payment_id')
      .innerJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
      .where('s.provider', '=', provider)
      .where('s.provider_tx_id', '=', account)
      .where('s.why', '=', 'paid twice')
      .where('p.donor_phone', '<>', '')
      .select(['s.id', 's.amount', 'p.reference', 'p.language', 'p.donor_phone as phone', 'd.title'])
      .executeTakeFirst()
    if (!found) return
    const language = knownLanguage(found.language)
    const words = wordsIn(language, catalogues[language])
    const [amount, url] = [plainMoney(found.amount), publicAddress() + secondPath(found.reference)]
    const text = smsWith(found.title, (drive) =>
      words._(msg`You paid ${amount} twice for ${drive}. Give both, or get one back: ${url}`),
    )
    await sendSms(tx, { key: `second ${found.id}`, phone: found.phone, text, money: true, evenAtNight: true })
  })
