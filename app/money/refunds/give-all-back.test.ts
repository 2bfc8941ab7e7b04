import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { lockWallet } from '#app/base/ledger/wallet.server.ts'
import { disputeOpened } from '#app/money/disputes/dispute.server.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { mailChange } from '#app/money/payouts/change-mails.server.tsx'
import { dropChange, objectToChange, sumsBack, takeChanges } from '#app/money/payouts/changes.server.ts'
import { completeByHand } from '#app/money/payouts/decide.server.ts'
import { brokenBooks } from '#test/books.ts'
import { dieEverywhere } from '#test/crash.ts'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import {
  atOnce,
  begunGift,
  booksMustHold,
  fundedDrive,
  gift,
  giftByPhone,
  granted,
  paid,
  reasonsOf,
} from '#test/money.ts'
import { allRows, countOf, oneRow } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { someTreasurer } from '#test/treasurers.ts'
import { askToGiveAllBack, giveAllBack, givingBackOf } from './give-all-back.server.ts'
import { mailGiftGone } from './mails.server.tsx'

// Everything goes back: asked for, a day later begun, one refund for each gift, and the drive is completed.

const db = await testDatabase({ asOwner: true })
const admin = (await somePerson(db, { admin: true })).id
booksMustHold(() => db)

/** A drive with these gifts whose owner may ask to give everything back. */
async function drive(gifts: number[]) {
  const made = await fundedDrive(db, gifts)
  const { title } = await oneRow('fund_drives', { id: made.id })
  const mine = { ownerId: made.ownerId, slug: made.slug }
  const all = (typed = title) => askToGiveAllBack(db, mine, { title: typed, by: made.ownerId })
  const change = async () => (await allRows('money_changes', { fund_drive_id: made.id })).at(-1)!
  const backs = async () => {
    const payments = (await allRows('payments', { fund_drive_id: made.id })).map(({ id }) => id)
    return (await allRows('reversals')).filter(({ payment_id }) => payments.includes(payment_id!))
  }
  const stands = async () => (await oneRow('fund_drives', { id: made.id })).status
  return { ...made, title, mine, all, change, backs, stands }
}

/** A day later the job begins. */
async function begun(gifts: number[]) {
  const made = await drive(gifts)
  await made.all()
  const { id } = await made.change()
  await timePasses('24 hours', { money_changes: { id } })
  await takeChanges(db)
  return { ...made, changeId: id, run: () => giveAllBack(db, { changeId: id }) }
}

describe('giving everything back', () => {
  test('takes no gift and no withdrawal from then on, and cancels what was not sent [T1249]', async () => {
    const one = await drive([100_000, 50_000])
    const { id: payout } = await one.ask(60_000)
    await expect(one.all('Another title')).rejects.toMatchObject({ status: 422 })
    expect((await oneRow('payout_requests', { id: payout })).status).toBe('processing')
    const from = await one.all(`  ${one.title.replace(' ', '   ')} `)
    expect(from.getTime() - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
    expect((await oneRow('payout_requests', { id: payout })).status).toBe('rejected')
    await expect(one.ask(10_000)).rejects.toThrow('gives everything back')
    await expect(begunGift(db, one.id, 10_000)).rejects.toThrow()
    await expect(one.all()).rejects.toMatchObject({ status: 409 })
    await takeChanges(db)
    expect([await one.backs(), await givingBackOf(db, one.id)]).toMatchObject([[], { is: 'asked' }])
    await dropChange(db, (await one.change()).id, { driveId: one.id, by: one.ownerId })
    await begunGift(db, one.id, 10_000)
    await one.ask(10_000)
    expect(await givingBackOf(db, one.id)).toBeNull()
  })

  test('the newest first, while the drive holds as much, whole; then the drive is completed [T1250]', async () => {
    const made = await drive([50_000, 30_000, 40_000])
    const { id: payout } = await made.ask(60_000)
    await completeByHand(db, payout, { by: admin })
    await made.all()
    const { id: changeId } = await made.change()
    await timePasses('24 hours', { money_changes: { id: changeId } })
    await takeChanges(db)
    await giveAllBack(db, { changeId })
    expect((await made.backs()).map(({ amount, asked_as, asked_by }) => [amount, asked_as, asked_by])).toEqual([
      [40_000, 'owner', made.ownerId],
    ])
    expect(await made.stands()).toBe('active')
    await giveAllBack(db, { changeId })
    expect([await made.stands(), (await givingBackOf(db, made.id))!.is]).toEqual(['completed', 'ended'])
    expect(await sumsBack(db, made.id)).toEqual({ given: 120_000, back: 40_000, withdrawn: 60_000 })
    await mailChange(db, { changeId, userId: made.ownerId, news: 'ended' })
    const { email } = await oneRow('users', { id: made.ownerId })
    expect((await allRows('sandbox.mails', { to_address: email! })).at(-1)!.subject).toBe(
      'KES 400 of 1,200 was refunded; 600 had been withdrawn.',
    )
    await mailGiftGone(db, { reversalId: (await made.backs())[0]!.id })
    expect(await countOf('sandbox.mails', { to_address: email! })).toBe(1)
  })

  test('a gift that is too large for what is left stays, and smaller ones that are older go back [T1546]', async () => {
    const made = await drive([15_000, 50_000, 40_000])
    const { id: payout } = await made.ask(40_000)
    await completeByHand(db, payout, { by: admin })
    await made.all()
    const { id: changeId } = await made.change()
    await timePasses('24 hours', { money_changes: { id: changeId } })
    await takeChanges(db)
    for (let minute = 0; minute < 3; minute++) await giveAllBack(db, { changeId })
    expect((await made.backs()).map(({ amount }) => amount)).toEqual([40_000, 15_000])
    expect(await made.stands()).toBe('completed')
    expect(await sumsBack(db, made.id)).toEqual({ given: 105_000, back: 55_000, withdrawn: 40_000 })
  })

  test('fifty in a minute; a gift that arrives meanwhile comes too, a disputed one stays [T1251]', async () => {
    const made = await begun([...Array.from({ length: 51 }, () => 10_000)])
    const late = await gift(db, made.id, 20_000).catch(() => null)
    expect(late).toBeNull()
    await disputeOpened(db, made.given[50]!.reference, { extId: `d ${made.id}`, amount: 10_000, dueAt: null })
    await made.run()
    expect(await made.backs()).toHaveLength(50)
    await made.run()
    expect([await made.backs(), await made.stands()]).toMatchObject([{ length: 50 }, 'completed'])
    const other = await drive([10_000])
    const { reference } = await begunGift(db, other.id, 30_000)
    await other.all()
    const { id: changeId } = await other.change()
    await timePasses('24 hours', { money_changes: { id: changeId } })
    await takeChanges(db)
    await giveAllBack(db, { changeId })
    expect(await applyResult(db, 'paystack', reference, paid(30_000))).toBe('applied')
    await giveAllBack(db, { changeId })
    expect([await other.stands(), (await other.backs()).map(({ amount }) => amount)]).toEqual([
      'active',
      [10_000, 30_000],
    ])
    await giveAllBack(db, { changeId })
    expect(await other.stands()).toBe('completed')
  })

  test('waits while a treasurer objects; a drive that was given nothing has nothing to give back [T1252]', async () => {
    const one = await drive([100_000])
    const treasurer = await someTreasurer(db, one)
    await one.all()
    const { id } = await one.change()
    await objectToChange(db, id, { driveId: one.id, by: treasurer.id, why: 'The hospital waits' })
    await timePasses('30 hours', { money_changes: { id } })
    await takeChanges(db)
    await giveAllBack(db, { changeId: id })
    expect([await one.backs(), (await one.change()).state]).toEqual([[], 'held'])
    await expect(one.ask(10_000)).rejects.toThrow('gives everything back')
    const none = await drive([])
    await expect(none.all()).rejects.toThrow('holds nothing')
    const sent = await drive([20_000])
    await completeByHand(db, (await sent.ask(20_000)).id, { by: admin })
    await expect(sent.all()).rejects.toThrow('holds nothing')
    const stranger = await somePerson(db)
    for (const ownerId of [stranger.id, treasurer.id])
      await expect(
        askToGiveAllBack(db, { ...one.mine, ownerId }, { title: one.title, by: ownerId }),
      ).rejects.toMatchObject({
        status: 404,
      })
  })
})

describe('at the same moment', () => {
  test('ten jobs send each gift back once, and never more than is there [T1253]', async () => {
    const made = await drive([10_000, 10_000, 10_000, 10_000, 10_000, 10_000])
    await completeByHand(db, (await made.ask(25_000)).id, { by: admin })
    await giftByPhone(db, made.id, 10_000)
    await made.all()
    const { id: changeId } = await made.change()
    await timePasses('24 hours', { money_changes: { id: changeId } })
    await takeChanges(db)
    await atOnce(10, () => giveAllBack(db, { changeId }))
    await giveAllBack(db, { changeId })
    const backs = await made.backs()
    expect([backs.length, new Set(backs.map(({ payment_id }) => payment_id)).size]).toEqual([4, 4])
    expect(await made.stands()).toBe('completed')
  })

  test('ten ask: one waits; a withdrawal at the same moment waits for the wallet [T1254]', async () => {
    const made = await drive([100_000])
    const all = await atOnce(10, () => made.all())
    expect([granted(all).length, new Set(reasonsOf(all)).size]).toEqual([1, 1])
    const other = await drive([100_000])
    let under: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (tx) => {
      await lockWallet(tx, other.id)
      under = other.all()
      expect(await Promise.race([under.then(() => 'went ahead'), pause(250, 'waits')])).toBe('waits')
    })
    await under
  })
})

test('a job that dies anywhere goes on where it was [T1255]', { timeout: 240_000 }, async () => {
  const { places } = await dieEverywhere({
    begin: () => begun([10_000, 20_000]),
    formAction: ({ db: mortal }, { changeId }) => giveAllBack(mortal, { changeId }),
    after: async (made, how) => {
      await made.run()
      await made.run()
      const backs = await made.backs()
      expect([backs.map(({ amount }) => amount).sort(), await made.stands()], how).toEqual([
        [10_000, 20_000],
        'completed',
      ])
      expect(await brokenBooks(db), how).toEqual([])
    },
  })
  expect(places).toBeGreaterThan(4)
})
