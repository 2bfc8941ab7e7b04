import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { lockWallet } from '#app/base/ledger/wallet.server.ts'
import { disputeOpened } from '#app/money/disputes/dispute.server.ts'
import { agreeToBack, refuseBack, waitingBacks } from '#app/money/payments/admin/asked-back.server.ts'
import { settlePayment } from '#app/money/payments/settle.server.ts'
import { currentSecret } from '#app/platform/settings/accepted-secrets.server.ts'
import { readChoices } from '#app/platform/settings/choices.server.ts'
import { forgetDonor } from '#app/privacy/forget-donor.server.ts'
import { asking as visitor } from '#test/asking.ts'
import { attempt } from '#test/crash.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import {
  askingFor,
  atOnce,
  begunGift,
  booksMustHold,
  chargedBack,
  giftByPhone,
  gift as gives,
  granted,
  paid,
  reasonsOf,
} from '#test/money.ts'
import { raised } from '#test/money-now.ts'
import { aMark, aNumber, lastTextTo, otherThan, textWaiting } from '#test/phone-codes.ts'
import { allRows, oneRow, setRows } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { timePasses } from '#test/time.ts'
import { waitsForLock } from '#test/waits-for-lock.ts'
import { askBackByCode, askBackByKey, backOf, buttonFor, giveBack, opensBack, sendProof } from './ask-back.server.ts'
import { mailAskBack, mailBackRefused, mailGiftGone, mailPaidBack } from './mails.server.tsx'
import { askRefund, sendRefund } from './refund.server.ts'
import { refundSettled } from './reversal.server.ts'

// Gifts that givers ask back, and gifts that organisers give back: each once, whole, and only while its drive holds it.

const db = await testDatabase()
const admin = { id: (await somePerson(db, { admin: true })).id, address: '41.90.4.0' }
let scripted: ReturnType<typeof scriptedProvider>
beforeEach(async () => {
  await sql`delete from rate_limits`.execute(db)
  scripted = scriptedProvider()
})
booksMustHold(() => db)

let nr = 0
const anAddress = () => `giver${++nr}@example.test`
/** A gift by card, from an address of its own. */
async function given(driveId: string, amount = 50_000, email = anAddress()) {
  const { id, reference } = await gives(db, driveId, amount, { donorEmail: email })
  const { receipt, id: donationId } = await oneRow('donations', { payment_id: id })
  return { id, reference, receipt, donationId, email, amount }
}
async function aGift(amount = 50_000) {
  const drive = await someDrive(db)
  return { drive, ...(await given(drive.id, amount)) }
}
const keyFor = async (donationId: number) => (await buttonFor(db, donationId))!.link.split('/').at(-1)!
const press = async ({ receipt, donationId }: { receipt: string; donationId: number }) =>
  askBackByKey(db, receipt, await keyFor(donationId))
const backs = (paymentId: number) => allRows('reversals', { payment_id: paymentId })
const asker = () => {
  const { request, context: _ } = visitor()
  return { request, address: `41.90.${++nr % 250}.7` }
}
const sendCode = async (receipt: string, mark: string) =>
  sendProof(db, receipt, { asker: asker(), mark, language: 'en', number: '' })
/** The code of a gift that was paid by a phone. */
async function codeFor(receipt: string, phone: string) {
  const mark = aMark()
  await sendCode(receipt, mark)
  await textWaiting(db, phone, 'ask back', mark)
  return { mark, code: (await lastTextTo(db, phone))!.text!.match(/\d{6}/)![0], asker: asker() }
}
async function byPhone(amount = 50_000) {
  const [drive, phone] = [await someDrive(db), aNumber()]
  const { id, reference } = await giftByPhone(db, drive.id, amount, phone)
  const { receipt, id: donationId } = await oneRow('donations', { payment_id: id })
  return { drive, phone, id, reference, receipt, donationId }
}

describe('a gift that its giver asks back', () => {
  test('and one withdrawal at once: 64 gifts and the withdrawal never take more than is there [T1171]', async () => {
    const drive = await someDrive(db)
    const gifts = []
    for (let at = 0; at < 64; at++) gifts.push(await given(drive.id, 10_000))
    const keys = await Promise.all(gifts.map(({ donationId }) => keyFor(donationId)))
    const { ask } = await askingFor(db, drive)
    const askAll = (gifts: { receipt: string; key: string }[]) =>
      atOnce(gifts.length, (at) => askBackByKey(db, gifts[at]!.receipt, gifts[at]!.key))
    const links = gifts.map(({ receipt }, at) => ({ receipt, key: keys[at]! }))
    let first: [ReturnType<typeof askAll>, ReturnType<typeof atOnce>] | undefined
    await db.transaction().execute(async (tx) => {
      await lockWallet(tx, drive.id)
      // A few, so that the pool has a connection left for who looks whether they wait.
      first = [askAll(links.slice(0, 4)), atOnce(1, () => ask(320_000))]
      await waitsForLock(db, first[0])
    })
    const others = askAll(links.slice(4))
    const withdrawn = await first![1]
    const asked = [...(await first![0]), ...(await others)]
    const isOut = granted(withdrawn).length === 1
    const back = granted(asked).length
    expect([...new Set(reasonsOf(asked))]).toEqual(isOut ? ['It has been sent on already.'] : [])
    expect(back).toBe(isOut ? 32 : 64)
    const wallet = await db.transaction().execute((tx) => lockWallet(tx, drive.id))
    expect(wallet.available - back * 10_000).toBeGreaterThanOrEqual(0)
  }, 60_000)

  test('goes back whole, with our share of it, and its giver and the organiser are told [T1172]', async () => {
    const { id: driveId, ownerId } = await someDrive(db)
    const { reference, id } = await begunGift(db, driveId, 100_000, { donorEmail: anAddress() })
    scripted.payments.set(reference, paid(100_000))
    await settlePayment(db, reference)
    const { receipt, id: donationId } = await oneRow('donations', { payment_id: id })
    await mailAskBack(db, { donationId })
    expect((await allRows('sandbox.mails')).at(-1)).toMatchObject({ subject: 'Ask for KES 1,000 back' })
    await press({ receipt, donationId })
    expect(await backOf(db, receipt)).toMatchObject({ is: 'on its way' })
    const [{ id: reversalId } = { id: 0 }] = await backs(id)
    await sendRefund(db, { reversalId })
    expect(await backs(id)).toMatchObject([{ state: 'done', asked_as: 'giver', amount: 100_000, fee_part: 5_000 }])
    expect(await raised(driveId)).toBe(0)
    const before = (await allRows('sandbox.mails')).length
    await mailPaidBack(db, { reversalId })
    await mailGiftGone(db, { reversalId })
    expect((await allRows('sandbox.mails')).length).toBe(before + 2)
    expect((await allRows('sandbox.mails')).at(-1)!.text).toContain('Its giver asked for it back')
    expect(await oneRow('users', { id: ownerId })).toBeDefined()
    expect(await backOf(db, receipt)).toMatchObject({ is: 'back' })
  })

  test('can be asked back on its last day in Nairobi, and not a moment later [T1173]', async () => {
    const last = await aGift()
    const late = await aGift()
    const midnight = sql<Date>`((now() at time zone 'Africa/Nairobi')::date - 14)::timestamp at time zone 'Africa/Nairobi'`
    const at = async (id: number, moment: typeof midnight) => {
      const { rows } = await sql<{ hours: number }>`select extract(epoch from created_at - (${moment})) as hours
        from donations where id = ${id}`.execute(db)
      await timePasses(`${rows[0]!.hours} seconds`, { donations: { id } })
    }
    await at(last.donationId, midnight)
    await at(late.donationId, sql<Date>`${midnight} - interval '1 millisecond'`)
    expect([(await backOf(db, last.receipt))!.is, (await backOf(db, late.receipt))!.is]).toEqual(['ask', 'over'])
    await expect(press(late)).rejects.toThrow('days are over')
    await press(last)
    expect(await backs(late.id)).toEqual([])
  })

  test('by a link that is pressed twice, in two tabs and eight times at once is asked back once [T1174]', async () => {
    const gift = await aGift()
    const key = await keyFor(gift.donationId)
    const all = await atOnce(8, () => askBackByKey(db, gift.receipt, key))
    expect(reasonsOf(all)).toEqual([])
    await askBackByKey(db, gift.receipt, key)
    // A link that is sent a second later is another one.
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await expect(press(gift)).rejects.toThrow('under way')
    expect(await backs(gift.id)).toHaveLength(1)
    // A try that was refused counts for nothing, and one that was repeated counts once.
    expect(await allRows('rate_limits', { name: 'asked-back' }, 'key')).toMatchObject([{ tries: 1 }])
  })

  test('by a link that the provider could not carry out is not asked back again by the same link', async () => {
    const gift = await aGift()
    const key = await keyFor(gift.donationId)
    await askBackByKey(db, gift.receipt, key)
    await refundSettled(db, gift.reference, { extId: `no ${gift.id}`, amount: gift.amount, state: 'failed' })
    await askBackByKey(db, gift.receipt, key)
    expect(await backs(gift.id)).toHaveLength(1)
  })

  test('by a code is asked back once, however often the code is sent [T1175]', async () => {
    const { receipt, phone, id } = await byPhone()
    const shown = await codeFor(receipt, phone)
    const all = await atOnce(6, () => askBackByCode(db, receipt, shown))
    expect(granted(all)).toHaveLength(1)
    expect(await backs(id)).toMatchObject([{ asked_as: 'giver', provider: 'mpesa', amount: 50_000 }])
  })

  test('by a wrong code thrice is not asked back; by the right one, in the browser that asked, it is [T1176]', async () => {
    const { receipt, phone, id } = await byPhone()
    const shown = await codeFor(receipt, phone)
    const wrong = otherThan(shown.code)
    for (let time = 0; time < 3; time++)
      await expect(askBackByCode(db, receipt, { ...shown, code: wrong })).rejects.toMatchObject({ status: 401 })
    await expect(askBackByCode(db, receipt, { ...shown, mark: aMark() })).rejects.toMatchObject({ status: 401 })
    const other = await byPhone()
    await expect(askBackByCode(db, other.receipt, shown)).rejects.toMatchObject({ status: 401 })
    expect(await backs(id)).toEqual([])
    await askBackByCode(db, receipt, shown)
    expect(await backs(id)).toHaveLength(1)
  })

  test('that its bank disputes, or of which a part went back, stays [T1177]', async () => {
    const [disputed, part] = [await aGift(), await aGift()]
    // Their drives hold enough from others.
    for (const { drive } of [disputed, part]) await given(drive.id, 900_000)
    const keys = [await keyFor(disputed.donationId), await keyFor(part.donationId)]
    await disputeOpened(db, disputed.reference, { extId: `d ${disputed.id}`, amount: disputed.amount, dueAt: null })
    await chargedBack(db, part.reference, 10_000)
    await expect(askBackByKey(db, disputed.receipt, keys[0]!)).rejects.toThrow('disputes this gift')
    await expect(askBackByKey(db, part.receipt, keys[1]!)).rejects.toThrow('sent on already')
    expect((await backOf(db, disputed.receipt))!.is).toBe('disputed')
  })

  test('whose giver was forgotten before the button was pressed stays [T1178]', async () => {
    const gift = await aGift()
    const key = await keyFor(gift.donationId)
    await forgetDonor(db, gift.email)
    await expect(askBackByKey(db, gift.receipt, key)).rejects.toMatchObject({ status: 410 })
    expect((await backOf(db, gift.receipt))!.is).toBe('no contact')
    const { receipt, phone } = await byPhone()
    const shown = await codeFor(receipt, phone)
    await forgetDonor(db, phone)
    await expect(askBackByCode(db, receipt, shown)).rejects.toMatchObject({ status: 404 })
  })

  test('whose giver is forgotten while the button waits for the payment stays [T1179]', async () => {
    const gift = await aGift()
    const key = await keyFor(gift.donationId)
    let asked: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('payments').set({ donor_email: '' }).where('id', '=', gift.id).execute()
      asked = askBackByKey(db, gift.receipt, key).then(
        () => 'asked',
        ({ message }) => message,
      )
      await waitsForLock(db, asked)
    })
    expect(await asked).toContain('Please write to us')
    expect(await backs(gift.id)).toEqual([])
  })

  test('by a link that is cut, changed, an hour old or of another gift stays [T1180]', async () => {
    const [gift, other] = [await aGift(), await aGift()]
    const key = await keyFor(gift.donationId)
    const [until = '', mac = ''] = key.split('.')
    const later = `${(Number.parseInt(until, 36) + 60).toString(36)}.${mac}`
    // Signed by us, and an hour and a minute old.
    const old = (Number.parseInt(until, 36) - 3660).toString(36)
    const said = `ask ${gift.receipt} back to ${gift.email} until ${old}`
    const over = `${old}.${createHmac('sha256', currentSecret()).update(said).digest('base64url')}`
    const keys = [
      key.slice(0, -1),
      key.slice(1),
      '',
      until,
      `.${mac}`,
      later,
      `${old}.${mac}`,
      over,
      `${key}.`,
      `${key}x`,
    ]
    for (const bad of [...keys, await keyFor(other.donationId)]) {
      expect(await opensBack(db, gift.receipt, bad), bad).toBe(false)
      await expect(askBackByKey(db, gift.receipt, bad), bad).rejects.toMatchObject({ status: 410 })
    }
    await expect(askBackByKey(db, crypto.randomUUID(), key)).rejects.toMatchObject({ status: 410 })
    expect(await opensBack(db, gift.receipt, key)).toBe(true)
    expect(await backs(gift.id)).toEqual([])
  })

  test('is proved by its own address or phone alone; from a phone’s menu there is no proof [T1181]', async () => {
    const gift = await aGift()
    expect(await backOf(db, gift.receipt)).toMatchObject({ is: 'ask', by: 'email', shown: 'g…@example.test' })
    const phone = await byPhone()
    const seen = await backOf(db, phone.receipt)
    expect(seen).toMatchObject({ is: 'ask', by: 'phone' })
    expect(JSON.stringify(seen)).not.toContain(phone.phone.slice(4, 9))
    const menu = await byPhone()
    await setRows('payments', { id: menu.id }, { provider_tx_id: `MENU${menu.id}` })
    expect(await backOf(db, menu.receipt)).toMatchObject({ is: 'no contact', by: null, shown: '' })
    await expect(sendCode(menu.receipt, aMark())).rejects.toThrow('Please write to us')
    await expect(sendCode(crypto.randomUUID(), aMark())).rejects.toMatchObject({ status: 404 })
  })

  test('is asked back three times in 30 days by one giver, and the fourth writes to us [T1182]', async () => {
    const [drive, email] = [await someDrive(db), anAddress()]
    const four = []
    for (let at = 0; at < 4; at++) four.push(await given(drive.id, 10_000, email))
    for (const gift of four.slice(0, 3)) await press(gift)
    await expect(press(four[3]!)).rejects.toThrow('three gifts')
    await timePasses('31 days', { rate_limits: { name: 'asked-back' } })
    await press(four[3]!)
  })

  test('waits for an administrator after much was asked back in a day, and holds its money meanwhile [T1183]', async () => {
    const drive = await someDrive(db)
    await given(drive.id, 9_000_000)
    const gifts = [await given(drive.id, 1_999_900), await given(drive.id, 400_000), await given(drive.id, 10_000)]
    for (const gift of gifts) await press(gift)
    const stands = async () => Promise.all(gifts.map(async ({ id }) => (await backs(id))[0]!.progress))
    // Over KES 20,000 only before the third; 23 % of what came in.
    expect(await stands()).toEqual(['waiting', 'waiting', 'office'])
    const { rows } = await sql<{ id: string }>`${waitingBacks.oldest}`.execute(db)
    expect(rows.map(({ id }) => Number(id))).toContain(gifts[2]!.id)
    const { ask } = await askingFor(db, drive)
    await expect(ask(9_000_100)).rejects.toThrow()
    const [{ id: reversalId } = { id: 0 }] = await backs(gifts[2]!.id)
    await sendRefund(db, { reversalId })
    expect(scripted.asked.refund ?? 0).toBe(0)
    expect(await backOf(db, gifts[2]!.receipt)).toMatchObject({ is: 'office' })
  })

  test('waits for nobody while it is little of what came in', async () => {
    const drive = await someDrive(db)
    await given(drive.id, 90_000_000)
    for (const amount of [2_000_000, 400_000, 10_000]) {
      const gift = await given(drive.id, amount)
      await press(gift)
      expect(await backs(gift.id)).toMatchObject([{ progress: 'waiting' }])
    }
  })

  test('is sent once an administrator agrees, and stays when one says no, whose giver is told [T1184]', async () => {
    const drive = await someDrive(db)
    const rush = await given(drive.id, 3_000_000)
    await press(rush)
    const [yes, no] = [await given(drive.id, 10_000), await given(drive.id, 10_000)]
    for (const gift of [yes, no]) await press(gift)
    const all = await atOnce(4, () => agreeToBack(db, yes.id, { why: 'It is theirs', by: admin }))
    expect([granted(all), [...new Set(reasonsOf(all))]]).toEqual([['done'], ['This was decided meanwhile']])
    await refuseBack(db, no.id, { why: 'The payer is another', by: admin })
    expect([(await backs(yes.id))[0], (await backs(no.id))[0]]).toMatchObject([
      { state: 'open', progress: 'waiting', next_check_at: expect.any(Date) },
      { state: 'failed' },
    ])
    await mailBackRefused(db, { reversalId: (await backs(no.id))[0]!.id })
    expect((await allRows('sandbox.mails')).at(-1)).toMatchObject({ subject: 'Your gift of KES 100 was not sent back' })
    expect((await allRows('audit_log', { subject: String(no.id) })).map(({ act }) => act)).toEqual(['back refused'])
  })

  test('of an administrator’s own drive is decided by another one [T1185]', async () => {
    const drive = await someDrive(db, { ownerId: admin.id })
    await press(await given(drive.id, 3_000_000))
    const gift = await given(drive.id, 10_000)
    await press(gift)
    const own = { why: 'Mine', by: admin }
    await expect(agreeToBack(db, gift.id, own)).rejects.toMatchObject({ status: 403 })
    await expect(refuseBack(db, gift.id, own)).rejects.toMatchObject({ status: 403 })
  })

  test('cannot be asked back where the operator chose no days [T1186]', async () => {
    const gift = await aGift()
    const key = await keyFor(gift.donationId)
    await db.insertInto('operator_choices').values({ name: 'REFUND_DAYS', value: '0' }).execute()
    await readChoices(db)
    expect(await backOf(db, gift.receipt)).toBeUndefined()
    await expect(askBackByKey(db, gift.receipt, key)).rejects.toMatchObject({ status: 410 })
    await db.insertInto('operator_choices').values({ name: 'REFUND_DAYS', value: null }).execute()
    await readChoices(db)
    expect(await backOf(db, gift.receipt)).toBeDefined()
  })

  test('is asked back or not, wherever the process dies', async () => {
    for (let at = 1; ; at++) {
      const gift = await aGift()
      const key = await keyFor(gift.donationId)
      const { is } = await attempt(at, 'after', ({ db: mortal }) => askBackByKey(mortal, gift.receipt, key))
      await askBackByKey(db, gift.receipt, key)
      const jobs =
        await sql`select from graphile_worker.jobs where key = ${`send-refund:${(await backs(gift.id))[0]!.id}`}`.execute(
          db,
        )
      expect([(await backs(gift.id)).length, jobs.rows.length], `step ${at}`).toEqual([1, 1])
      if (is === 'lived') return
    }
  }, 120_000)
})

describe('the phone that paid', () => {
  test('reads when its gift is back, once', async () => {
    const { receipt, phone, id, reference } = await byPhone()
    await askBackByCode(db, receipt, await codeFor(receipt, phone))
    await refundSettled(db, reference, { extId: `SKY${id}`, amount: 50_000, state: 'processed' })
    const [{ id: reversalId } = { id: 0 }] = await backs(id)
    for (let time = 0; time < 2; time++) await mailPaidBack(db, { reversalId })
    const texts = (await allRows('sms_outbox', { phone })).map(({ text }) => text)
    expect(texts.filter((text) => text?.startsWith('KES 500 of your gift to'))).toHaveLength(1)
  })
})

describe('an organiser', () => {
  const back = (driveId: string, donationId: number, by: string, key: string = crypto.randomUUID()) =>
    giveBack(db, { driveId, donationId, why: 'It was meant for another', key, by: { id: by, address: '' } })

  test('gives one gift back, whole, once, also after its days, and the log has the reason [T1187]', async () => {
    const { drive, donationId, id, amount } = await aGift()
    await timePasses('40 days', { donations: { id: donationId } })
    const key = crypto.randomUUID()
    const all = await atOnce(6, () => back(drive.id, donationId, drive.ownerId, key))
    expect(reasonsOf(all)).toEqual([])
    expect(await backs(id)).toMatchObject([{ asked_as: 'owner', asked_by: drive.ownerId, amount }])
    const log = await allRows('audit_log', { subject: String(id) })
    expect(log).toMatchObject([{ act: 'refund asked', why: 'It was meant for another', by: drive.ownerId }])
    await expect(back(drive.id, donationId, drive.ownerId)).rejects.toThrow('under way')
  })

  test('gives nothing back that was sent on, is disputed, or is another’s [T1188]', async () => {
    const one = await aGift()
    const { ask } = await askingFor(db, one.drive)
    await ask(one.amount)
    await expect(back(one.drive.id, one.donationId, one.drive.ownerId)).rejects.toThrow('sent on already')
    const two = await aGift()
    await expect(back(one.drive.id, two.donationId, one.drive.ownerId)).rejects.toMatchObject({ status: 404 })
    await expect(back(two.drive.id, two.donationId, one.drive.ownerId)).rejects.toMatchObject({ status: 404 })
    await disputeOpened(db, two.reference, { extId: `d ${two.id}`, amount: two.amount, dueAt: null })
    await expect(back(two.drive.id, two.donationId, two.drive.ownerId)).rejects.toThrow('disputes')
    expect([await backs(one.id), await backs(two.id)]).toEqual([[], []])
  })
})

test('a refund that a giver asked for is not taken for one of a dispute', async () => {
  const gift = await aGift()
  await press(gift)
  await refundSettled(db, gift.reference, { extId: `r ${gift.id}`, amount: gift.amount, state: 'processed' })
  expect(await backs(gift.id)).toMatchObject([{ state: 'done', asked_as: 'giver' }])
})

test('the database refuses a giver’s refund past its day [T1189]', async () => {
  const gift = await aGift()
  await askRefund(db, gift.reference, { by: admin.id })
  const past = { asked_as: 'giver', back_until: '2020-01-01' } as const
  await expect(setRows('reversals', { payment_id: gift.id }, past)).rejects.toThrow('reversals_giver_in_time')
})
