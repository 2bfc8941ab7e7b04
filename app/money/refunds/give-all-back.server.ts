import { type SqlBool, sql } from 'kysely'
import { balanceNow, heldOf, lockWallet } from '#app/base/ledger/wallet.server.ts'
import { changingDrive, type Mine } from '#app/drives/drive/manage.server.ts'
import type { AccountLine } from '#app/drives/public-page/hero.tsx'
import type { Language } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { GivenBack } from '#app/money/payouts/change.ts'
import { fileChange, guardOf, sumsBack, tellAll } from '#app/money/payouts/changes.server.ts'
import { cancelAll } from '#app/money/payouts/decide.server.ts'
import { type Db, databaseNow, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { log } from '#app/platform/log.server.ts'
import { mobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { fileRefund } from './refund.server.ts'
import { giveAllTexts, refundTexts } from './refund.ts'

// Everything goes back to the givers of a drive: asked for by its owner, a day later begun, and then one refund for each gift. Each refund
// is filed in a transaction of its own, which locks the payment and the wallet: a stopped job goes on where it was, and two of them file
// no gift twice.

type Asked = { title: string; by: string }

/**
 * Asks to give everything back. It begins a day later, unless a treasurer objects. From now on no gift and no withdrawal is taken, and
 * withdrawals that were not sent yet are cancelled. Returns when it begins.
 */
export const askToGiveAllBack = (db: Db, mine: Mine, { title, by }: Asked): Promise<Date> =>
  changingDrive(db, mine, 'purse', async (tx, { id: driveId }) => {
    const wallet = await lockWallet(tx, driveId)
    const drive = await tx
      .selectFrom('fund_drives')
      .where('id', '=', driveId)
      .select(['title', 'giving_back'])
      .executeTakeFirstOrThrow()
    if (oneSpace(title) !== oneSpace(drive.title))
      throw new Refusal(giveAllTexts.otherTitle, { status: 422, field: 'title' })
    if (drive.giving_back) throw new Refusal(giveAllTexts.asked)
    if (!(await guardOf(tx, driveId)).hadMoney) throw new Refusal(giveAllTexts.nothing)
    await cancelAll(tx, wallet, by)
    const free = await freeIn(tx, driveId)
    if ((await candidates(tx, { driveId, since: await databaseNow(tx), free })).length === 0)
      throw new Refusal(giveAllTexts.nothing)
    const { from } = await fileChange(tx, { driveId, kind: 'give_back', by })
    await tx.updateTable('fund_drives').set({ giving_back: true }).where('id', '=', driveId).execute()
    return from
  })

const oneSpace = (text: string) => text.trim().replace(/\s+/g, ' ')

/** Gifts that are sent back in a minute. */
const atATime = 50

type Back = { driveId: string; by: string; since: Date }

const running = (db: Db | Tx, changeId: number): Promise<Back | undefined> =>
  db
    .selectFrom('give_backs as b')
    .innerJoin('money_changes as c', 'c.id', 'b.change_id')
    .where('b.change_id', '=', changeId)
    .where('b.ended_at', 'is', null)
    .select(['b.fund_drive_id as driveId', 'c.asked_by as by', 'b.begun_at as since'])
    .executeTakeFirst()

/** Files the next refunds, the newest gift first, while the drive holds what they take. Run each minute until it is at its end. */
export async function giveAllBack(db: Db, { changeId }: { changeId: number }): Promise<void> {
  const back = await running(db, changeId)
  if (!back) return
  const { available, held } = await balanceNow(db, back.driveId)
  const gifts = await candidates(db, { ...back, free: available - held })
  if (gifts.length === 0) return endIt(db, changeId)
  for (const { reference } of gifts) await giveOne(db, back, reference)
}

type Looked = Pick<Back, 'driveId' | 'since'> & { free: number; reference?: string }

/**
 * Reads gifts that are to go back, whole or what is left of them: the drive holds as much, no bank disputes them, and none was asked for
 * since it began. M-Pesa moves no cents.
 */
const candidates = (db: Db | Tx, { driveId, since, free, reference }: Looked) =>
  db
    .selectFrom('donations as g')
    .innerJoin('payments as p', 'p.id', 'g.payment_id')
    .where('g.fund_drive_id', '=', driveId)
    .where('p.status', '=', 'succeeded')
    .whereRef('p.reversed', '<', 'p.amount')
    .where(sql<SqlBool>`p.amount - p.reversed <= ${free}::bigint`)
    .where(
      sql<SqlBool>`((p.amount - p.reversed) % 100 = 0 or p.provider <> ${mobileMoney()?.capabilities().name ?? ''})`,
    )
    .where(sql<SqlBool>`not exists (select from disputes q where q.payment_id = p.id and q.status = 'open')`)
    .where(
      sql<SqlBool>`not exists (select from reversals r where r.payment_id = p.id and r.kind = 'refund'
        and (r.state = 'open' or (r.asked_as = 'owner' and r.created_at >= ${since})))`,
    )
    .$if(reference !== undefined, (query) => query.where('p.reference', '=', reference!))
    .select('p.reference')
    .orderBy('g.id', 'desc')
    .limit(atATime)
    .execute()

/** Files one refund, or finds that the gift can not go back: money for it is missing, or another job was faster. */
async function giveOne(db: Db, { driveId, by, since }: Back, reference: string): Promise<void> {
  try {
    await inOneGo(db, (tx) =>
      fileRefund(tx, reference, {
        by,
        as: 'owner',
        heldOnly: async () => {
          const free = await freeIn(tx, driveId)
          const [still] = await candidates(tx, { driveId, since, free, reference })
          if (!still) throw new Refusal(refundTexts.refundOpen)
          return { backUntil: null, toOffice: false }
        },
      }),
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.info({ reference, drive: driveId }, 'a gift stays while everything is given back')
  }
}

/** Money that nothing waits for. The wallet is locked by now. */
async function freeIn(tx: Tx, driveId: string): Promise<number> {
  const { available } = await lockWallet(tx, driveId)
  return available - (await heldOf(tx, driveId)).held
}

/** Completes the drive, unless a gift has arrived meanwhile that can go back. */
const endIt = (db: Db, changeId: number): Promise<void> =>
  inOneGo(db, async (tx) => {
    const seen = await running(tx, changeId)
    if (!seen) return
    const { driveId } = seen
    // A gift that is booked at this moment refers to the drive: it comes before this, or finds the drive completed.
    await tx.selectFrom('fund_drives').where('id', '=', driveId).select('id').forUpdate().execute()
    const free = await freeIn(tx, driveId)
    if (!(await running(tx, changeId)) || (await candidates(tx, { ...seen, free })).length > 0) return
    await tx.updateTable('give_backs').set({ ended_at: sql<Date>`now()` }).where('change_id', '=', changeId).execute()
    await tx
      .updateTable('fund_drives')
      .set({ status: 'completed', giving_back: false, updated_at: sql<Date>`now()` })
      .where('id', '=', driveId)
      .execute()
    await tellAll(tx, { id: changeId, driveId }, 'ended')
    await tell(tx, `drive:${driveId}`)
  })

/** How far a drive is with giving everything back; null if nobody has asked for it. */
export async function givingBackOf(
  db: Db,
  driveId: string,
): Promise<{ is: 'asked' | 'running' | 'ended'; sums: GivenBack } | null> {
  const row = await db
    .selectFrom('fund_drives as d')
    .leftJoin('give_backs as b', 'b.fund_drive_id', 'd.id')
    .where('d.id', '=', driveId)
    .select(['d.giving_back', 'b.ended_at', 'b.change_id'])
    .orderBy('b.change_id', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst()
  if (!row || !(row.giving_back || row.change_id)) return null
  const is = !row.giving_back ? 'ended' : row.change_id && !row.ended_at ? 'running' : 'asked'
  return { is, sums: await sumsBack(db, driveId) }
}

/** The line of the public page while a drive takes nothing for this reason. */
export const goingBackLine = (isGivingBack: boolean, language: Language): AccountLine | null =>
  isGivingBack ? { text: wordsIn(language, catalogues[language])._(giveAllTexts.visitors) } : null
