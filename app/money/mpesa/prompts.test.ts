import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#app/kit/says.ts'
import { sweepPayments } from '#app/money/payments/opening.server.ts'
import { resultOf } from '#app/money/payments/result.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { startSms, stopSms } from '#app/platform/sms/outbox.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, booksMustHold, granted, promptedGift, reasonsOf } from '#test/money.ts'
import { raised } from '#test/money-now.ts'
import { listing } from '#test/paid-by-hand.ts'
import { ended, payInOf, type Rail, railOfEachTest, receiptOf, type Sent, toldOf } from '#test/pretend-rail.ts'
import { oneRow, query, queryOne } from '#test/rows.ts'
import { ordersOf } from '#test/scripted-provider.ts'
import { timePasses } from '#test/time.ts'
import { beginByPhone, type PhoneGift } from './begin.server.ts'
import { registerUrls } from './callback-urls.server.ts'
import { receiveCallback } from './callbacks.server.ts'
import { payOf, sendAgain } from './pay.server.ts'
import { queryDueRequests, queryRequest } from './query.server.ts'
import { listReceipts } from './receipts.server.ts'

// Gifts by a request on the phone, through everything but M-Pesa itself: what each side says is set here.

const db = await testDatabase()
booksMustHold(() => db)

const rail = railOfEachTest()
const list = listing(db, rail)

let lastPhone = 10_000_000
const newPhone = () => `+2547${++lastPhone}`
const around = { key: undefined, language: 'en', origin: 'http://localhost:3000', visitor: 'one', payer: 'one' }
const giftBy = (own: Partial<PhoneGift> = {}): PhoneGift => ({
  amount: 50_000,
  phone: newPhone(),
  name: '',
  email: '',
  message: '',
  anonymous: false,
  ...own,
})
async function begun(own: Partial<PhoneGift> = {}) {
  const drive = await someDrive(db)
  const gift = giftBy(own)
  const { reference } = await beginByPhone(db, drive.id, gift, { ...around, key: crypto.randomUUID() })
  return { reference, gift, drive, one: rail.sent.at(-1)! }
}

const tell = (one: Sent, told: object) => receiveCallback(db, ...toldOf(one, told))
const standing = (reference: string) => queryOne<{ status: string; gifts: number; states: string; unplaced: number }>`
    select p.status, (select count(*)::int from donations d where d.payment_id = p.id) as gifts,
      (select string_agg(state, ' ' order by n) from mpesa_prompts q where q.payment_id = p.id) as states,
      (select count(*)::int from suspense s where s.payment_id = p.id) as unplaced
    from payments p where p.reference = ${reference}`
const paidOnce = { status: 'succeeded', gifts: 1, unplaced: 0 }
/** So many seconds pass for this gift alone: others that are open would be too old to be so. */
async function laterFor(reference: string, seconds: number) {
  const { id } = await oneRow('payments', { reference })
  await timePasses(`${seconds} seconds`, { payments: { id }, mpesa_prompts: { payment_id: id } })
}

describe('a request on a phone', () => {
  test('is written down, sent, answered and booked as a gift of its amount [T562]', async () => {
    const { reference, one, gift } = await begun()
    expect(one).toMatchObject({
      cents: 50_000,
      phone: gift.phone,
      account: expect.stringMatching(/^[1-9][0-9]{5}[A-Z][A-Z0-9]{4}$/),
    })
    expect(await payOf(db, reference, null)).toMatchObject({
      result: { is: 'waiting' },
      phone: { state: 'open', left: expect.any(Number) },
    })
    rail.asked = () => ended('paid', '0')
    await timePasses('8 seconds')
    expect(await queryDueRequests(db)).toBe(1)
    expect(await standing(reference)).toMatchObject({ ...paidOnce, states: 'paid' })
    expect(await queryDueRequests(db)).toBe(0)
    expect((await payOf(db, reference, null)).result).toMatchObject({ is: 'paid', amount: 50_000 })
  })

  test('that was cancelled says so, and counts all the same when M-Pesa lists it [T564]', async () => {
    const { reference, one } = await begun()
    rail.asked = () => ended('cancelled', '1032')
    expect(await payOf(db, reference, null)).toMatchObject({ phone: { state: 'cancelled', again: 0 } })
    expect(await list(receiptOf(one))).toBe(1)
    expect(await standing(reference)).toMatchObject({ ...paidOnce, states: 'paid' })
    expect(await listReceipts(db)).toBe(0)
  })

  test('that the phone did not answer is not said to have taken nothing before M-Pesa’s list was read', async () => {
    const { reference, one } = await begun()
    rail.asked = () => ended('unanswered', '1037')
    const phone = async () => (await payOf(db, reference, null)).phone
    expect(await phone()).toMatchObject({ state: 'unanswered', isUnsure: true, again: null })
    await expect(sendAgain(db, reference, 'one')).rejects.toThrow('We don’t know yet')
    await timePasses('2 seconds')
    expect(await listReceipts(db)).toBe(0)
    expect(await phone()).toMatchObject({ state: 'unanswered', isUnsure: false, again: 0 })
    await list(receiptOf(one))
    expect(await standing(reference)).toMatchObject(paidOnce)
  })

  test('whose answer was lost is not told to have failed, and is found in the list by its account', async () => {
    rail.pushing = async () => ({ is: 'failure', class: 'unknown', message: 'cut' })
    const { reference, one } = await begun()
    expect(await payOf(db, reference, null)).toMatchObject({ result: { is: 'waiting' }, phone: { state: 'unknown' } })
    await list(receiptOf(one, { account: one.account.toLowerCase() }))
    expect(await standing(reference)).toMatchObject(paidOnce)
  })

  test('that M-Pesa refuses at once keeps the gift open, and says what to do [T565]', async () => {
    rail.pushing = async () => ({ is: 'ended', state: 'busy', code: '1001', why: 'unable to lock' })
    const { reference } = await begun()
    const { phone } = await payOf(db, reference, null)
    expect(phone).toMatchObject({ state: 'busy' })
    expect(phone!.again).toBeGreaterThan(50)
    await timePasses('61 seconds')
    rail.pushing = async ({ id }) => ({ is: 'sent', id })
    await sendAgain(db, reference, 'one')
    expect(await standing(reference)).toMatchObject({ states: 'busy open' })
  })

  test('to a number that M-Pesa refuses says so at its field, with other ways to pay', async () => {
    rail.pushing = async () => ({ is: 'failure', class: 'rejected', status: 400, message: 'Invalid PhoneNumber' })
    await expect(begun()).rejects.toMatchObject({
      status: 422,
      field: 'phone',
      message: expect.stringMatching(/to this number.*Paybill, card or bank/),
    })
    rail.can({ payIn: null })
    await expect(begun()).rejects.toMatchObject({ message: expect.not.stringContaining('Paybill') })
  })

  test.each([[1050], [99], [25_000_100]])('of %i cents is refused, and nothing is sent', async (amount) => {
    await expect(begun({ amount })).rejects.toBeInstanceOf(Refusal)
    expect(rail.sent).toHaveLength(0)
  })
})

describe('a request that is answered after its money is here', () => {
  type Answer = Awaited<ReturnType<Rail['prompt']>>
  const answers: Record<string, (one: Sent) => Answer> = {
    'it was sent': ({ id }) => ({ is: 'sent', id }),
    'it ended': () => ({ is: 'ended', state: 'busy', code: '1001', why: null }),
    'nothing at all': () => ({ is: 'failure', class: 'unknown', message: 'cut' }),
    'that M-Pesa is too busy': () => ({ is: 'failure', class: 'retry', message: 'busy' }),
    'that it was refused': () => ({ is: 'failure', class: 'rejected', status: 400, message: 'no' }),
  }
  const ways: Record<string, (one: Sent, receipt: ReturnType<typeof receiptOf>) => Promise<unknown>> = {
    listed: (_, receipt) => list(receipt),
    'told and listed': async (one, receipt) => {
      await tell(one, { state: 'paid', receipt: receipt.receipt })
      await list(receipt)
    },
    'confirmed and listed': async (_, receipt) => {
      await query`delete from mpesa_doors`
      await registerUrls(db)
      await receiveCallback(db, ...payInOf(rail.doorsAt[0]!.confirmation, receipt))
      await list(receipt)
    },
  }
  const all = Object.keys(ways).flatMap((way) => Object.keys(answers).map((answer) => [way, answer] as const))

  test.each(all)('%s before M-Pesa says %s: a success, and the form asks no phone twice', async (way, answer) => {
    rail.pushing = async (one) => {
      await ways[way]!(one, receiptOf(one))
      return answers[answer]!(one)
    }
    const [drive, gift, key] = [await someDrive(db), giftBy(), crypto.randomUUID()]
    const press = () => beginByPhone(db, drive.id, gift, { ...around, key })
    const first = await press()
    expect(await press()).toEqual(first)
    expect(await standing(first.reference)).toMatchObject({ ...paidOnce, states: 'paid' })
    expect((await payOf(db, first.reference, 'one')).result).toMatchObject({ is: 'paid' })
    expect(rail.sent).toHaveLength(1)
  })

  test('pressed again while the first is not answered, it waits and is led to the same gift', async () => {
    const late = Promise.withResolvers<void>()
    rail.pushing = async (one) => {
      await ways.listed!(one, receiptOf(one))
      await late.promise
      return { is: 'sent', id: one.id }
    }
    const [drive, gift, key] = [await someDrive(db), giftBy(), crypto.randomUUID()]
    const press = () => beginByPhone(db, drive.id, gift, { ...around, key })
    const first = press()
    await expect.poll(() => raised(drive.id)).toBe(gift.amount)
    const second = await press()
    late.resolve()
    expect(second).toEqual(await first)
    expect(rail.sent).toHaveLength(1)
  })
})

describe('the same form, pressed again', () => {
  const pressed = async () => {
    const [drive, gift, key] = [await someDrive(db), giftBy(), crypto.randomUUID()]
    const press = (own: object = {}) => beginByPhone(db, drive.id, gift, { ...around, key, ...own })
    return { press, first: await press(), one: rail.sent.at(-1)! }
  }

  test('after its gift was paid leads there; another form gives once more', async () => {
    const { press, first, one } = await pressed()
    await list(receiptOf(one))
    expect(await press()).toEqual(first)
    await press({ key: crypto.randomUUID() })
    expect(rail.sent).toHaveLength(2)
  })

  test('after its request was cancelled leads to the page that sends it again; an hour later it begins a new gift', async () => {
    const { press, first } = await pressed()
    rail.asked = () => ended('cancelled', '1032')
    expect(await payOf(db, first.reference, null)).toMatchObject({ phone: { state: 'cancelled', again: 0 } })
    expect(await press()).toEqual(first)
    await laterFor(first.reference, 3700)
    expect((await press()).reference).not.toBe(first.reference)
    expect(rail.sent).toHaveLength(2)
  })

  test('while nobody knows whether it was paid never asks the phone, also when no more requests are sent', async () => {
    rail.pushing = async () => ({ is: 'failure', class: 'unknown', message: 'cut' })
    const { press, first } = await pressed()
    await laterFor(first.reference, 3 * 3600)
    expect(await press()).toEqual(first)
    useMobileMoney(undefined)
    expect(await press()).toEqual(first)
    expect(rail.sent).toHaveLength(1)
  })

  test('after M-Pesa refused the number sends it once more', async () => {
    rail.pushing = async () => ({ is: 'failure', class: 'rejected', status: 400, message: 'Invalid PhoneNumber' })
    const [drive, gift, key] = [await someDrive(db), giftBy(), crypto.randomUUID()]
    const press = () => beginByPhone(db, drive.id, gift, { ...around, key })
    await expect(press()).rejects.toMatchObject({ status: 422 })
    rail.pushing = async ({ id }) => ({ is: 'sent', id })
    await press()
    expect(rail.sent).toHaveLength(2)
  })
})

describe('one at a time on a phone (M2)', () => {
  test('a second tab with the same gift is led to the first, all at once [T561]', async () => {
    const drive = await someDrive(db)
    const gift = giftBy()
    const all = await atOnce(6, () => beginByPhone(db, drive.id, gift, { ...around, key: crypto.randomUUID() }))
    expect(reasonsOf(all)).toEqual([])
    expect(new Set(granted(all).map(({ reference }) => reference)).size).toBe(1)
    expect(rail.sent).toHaveLength(1)
    // One that looked before the first was written down, and writes after it, is refused by the database.
    const again = promptedGift(db, drive.id, gift.amount, gift.phone)
    await expect(again).rejects.toThrow('A request is open on this phone')
  })

  test('another person who knows phone and amount is told nothing: no reference, no name, no receipt', async () => {
    const drive = await someDrive(db)
    const gift = giftBy({ name: 'Wanjiku Kamau', anonymous: true })
    const victim = { ...around, visitor: 'victim', payer: 'victim', key: crypto.randomUUID() }
    const { reference } = await beginByPhone(db, drive.id, gift, victim)
    const one = rail.sent.at(-1)!
    const typed = giftBy({ phone: gift.phone })
    for (const payer of ['thief', null, undefined]) {
      const thief = { ...around, visitor: 'thief', payer, key: crypto.randomUUID() }
      const refused = beginByPhone(db, drive.id, typed, thief)
      await expect(refused).rejects.toMatchObject({ status: 409, message: expect.stringMatching(/open on this phone/) })
    }
    rail.asked = (id) => (id === one.id ? ended('paid', '0') : ended('open'))
    // The first to look is not the one who gave.
    const seen = (visitor: string) => payOf(db, reference, visitor).then(({ result }) => result)
    expect(await seen('thief')).toMatchObject({ is: 'paid', receipt: null, donor: null })
    expect(await seen('victim')).toMatchObject({ is: 'paid', receipt: expect.any(String) })
  })

  test('another gift waits, and learns nothing of the first [T513]', async () => {
    const { gift } = await begun()
    await expect(begun({ phone: gift.phone, amount: 60_000 })).rejects.toThrow('A request is open on this phone')
    expect(rail.sent).toHaveLength(1)
    await timePasses('160 seconds')
    await begun({ phone: gift.phone, amount: 60_000 })
    expect(rail.sent).toHaveLength(2)
  })

  test('a phone that said STOP is sent nothing until it says ANZA', async () => {
    const phone = newPhone()
    await stopSms(db, phone)
    await expect(begun({ phone })).rejects.toMatchObject({
      field: 'phone',
      message: expect.stringMatching(/STOP.*ANZA.*Paybill, card or bank/),
    })
    expect(rail.sent).toHaveLength(0)
    await startSms(db, phone)
    await begun({ phone })
    expect(rail.sent).toHaveLength(1)
  })
})

describe('whichever is heard first (M4, M6, M8)', () => {
  const ways = ['callback', 'confirmation', 'query', 'list'] as const
  test.each(ordersOf([...ways]))('%s, %s, %s, %s: one gift, one receipt [T592]', async (...order) => {
    const { reference, one, drive, gift } = await begun()
    rail.asked = () => ended('paid', '0')
    const receipt = receiptOf(one)
    rail.listed = [receipt]
    const run = {
      callback: () => tell(one, { state: 'paid', receipt: receipt.receipt }),
      query: () => timePasses('8 seconds').then(() => queryDueRequests(db)),
      list: () => listReceipts(db),
      confirmation: () => receiveCallback(db, ...payInOf(rail.doorsAt[0]!.confirmation, receipt)),
    }
    await query`delete from mpesa_doors`
    await registerUrls(db)
    for (const way of order) await run[way]()
    expect((await payOf(db, reference, null)).result).toMatchObject({ is: 'paid' })
    expect(await standing(reference)).toMatchObject({ ...paidOnce, states: 'paid' })
    // Nor is there another gift beside the one that was asked for.
    expect(await raised(drive.id)).toBe(gift.amount)
    const rows =
      await query`select state, proved_by is not null as proved from mpesa_receipts where receipt = ${receipt.receipt}`
    expect(rows).toEqual([{ state: 'placed', proved: true }])
  })

  test('told before M-Pesa answers the sending (M6), fifty times, and as often after it, after an hour and after three days [T563]', async () => {
    const told = { state: 'paid', receipt: 'SKA1234567' }
    const fiftyTimes = async (one: Sent, what: object) => {
      const all = await atOnce(50, () => tell(one, what))
      expect(granted(all).map(({ status }) => status)).toEqual(Array(50).fill(200))
    }
    rail.pushing = async (one) => {
      await fiftyTimes(one, told)
      return { is: 'sent', id: one.id }
    }
    const { reference, one, gift } = await begun()
    expect(await standing(reference)).toMatchObject({ status: 'pending', gifts: 0 })
    rail.asked = () => ended('paid', '0')
    await queryDueRequests(db)
    const there = async (when: string) => {
      expect(await standing(reference), when).toMatchObject({ ...paidOnce, states: 'paid' })
      const rows = await query`
        select r.receipt, r.state from mpesa_receipts r join payments p on p.id = r.payment_id
        where p.reference = ${reference}`
      expect(rows, when).toEqual([{ receipt: told.receipt, state: 'placed' }])
      const texts = await sql`select from sms_outbox where phone = ${gift.phone}`.execute(db)
      expect(texts.rows, when).toHaveLength(1)
    }
    await expect.poll(() => there('at once').then(() => 'there')).toBe('there')
    await fiftyTimes(one, told)
    await there('after the answer')
    await laterFor(reference, 3600)
    await fiftyTimes(one, told)
    await there('after an hour')
    await laterFor(reference, 3 * 86_400)
    await fiftyTimes(one, told)
    await fiftyTimes(one, { state: 'cancelled' })
    await queryDueRequests(db)
    await there('after three days')
  })
})

test.each(['code first', 'proof first'])(
  '%s: the giver is thanked by one text, which names the code',
  async (order) => {
    const { reference, one, gift } = await begun()
    rail.asked = () => ended('paid', '0')
    const receipt = receiptOf(one)
    const run = [() => tell(one, { state: 'paid', receipt: receipt.receipt }), () => payOf(db, reference, null)]
    for (const step of order === 'code first' ? run : run.reverse()) await step()
    const texts = async () => {
      return (await query<{ text: string }>`select text from sms_outbox where phone = ${gift.phone}`).map(
        ({ text }) => text,
      )
    }
    const thanks = [expect.stringContaining(`M-Pesa ${receipt.receipt}`)]
    await expect.poll(texts).toEqual(thanks)
    await list(receipt)
    expect(await texts()).toEqual(thanks)
  },
)

describe('what is only told (M7, M9)', () => {
  test('credits nothing: paid by word alone, of another request, to no address of ours [T512]', async () => {
    const { reference, one } = await begun()
    expect((await tell({ ...one, id: 'ws_CO_other' }, { state: 'paid', receipt: 'FORGED1235' })).status).toBe(200)
    expect(await query`select from mpesa_receipts where receipt = 'FORGED1235'`).toHaveLength(0)
    await tell(one, { state: 'paid', receipt: 'FORGED1234' })
    await queryRequest(db, (await queryOne<{ id: number }>`select max(id) as id from mpesa_prompts`).id)
    expect(await standing(reference)).toMatchObject({ status: 'pending', gifts: 0 })
    const nowhere = await receiveCallback(db, '0'.repeat(64), new Uint8Array())
    expect(nowhere.status).toBe(404)
    expect((await receiveCallback(db, one.hearAt.split('/').at(-1)!, new TextEncoder().encode('<html>'))).status).toBe(
      200,
    )
  })

  test('that it was paid is not contradicted by a question that says no: it waits, and is found [T506]', async () => {
    const { reference, one } = await begun()
    const receipt = receiptOf(one)
    rail.asked = () => ended('cancelled', '1032')
    await tell(one, { state: 'paid', receipt: receipt.receipt })
    expect(await payOf(db, reference, null)).toMatchObject({
      result: { is: 'waiting' },
      phone: { state: 'unknown', again: null },
    })
    await list(receipt)
    expect(await standing(reference)).toMatchObject({ ...paidOnce, states: 'paid' })
  })

  test('a code told for one request and listed for another goes where the list says', async () => {
    const [first, second] = [await begun(), await begun()]
    const receipt = receiptOf(second.one)
    await tell(first.one, { state: 'paid', receipt: receipt.receipt })
    await list(receipt)
    expect(await standing(first.reference)).toMatchObject({ gifts: 0 })
    expect(await standing(second.reference)).toMatchObject(paidOnce)
  })
})

describe('money that fits no gift', () => {
  test('both requests of one gift were paid (M10): the first is the gift, the second waits with the unplaced [T507]', async () => {
    const { reference, one } = await begun()
    await timePasses('80 seconds')
    await sendAgain(db, reference, 'one')
    const again = rail.sent.at(-1)!
    await list(receiptOf(one), receiptOf(again))
    expect(await standing(reference)).toMatchObject({ status: 'succeeded', gifts: 1, unplaced: 1, states: 'paid paid' })
    await listReceipts(db)
    expect(await standing(reference)).toMatchObject({ gifts: 1, unplaced: 1 })
    const rows =
      await query`select why from suspense s join payments p on p.id = s.payment_id where p.reference = ${reference}`
    expect(rows).toEqual([{ why: 'paid twice' }])
  })

  test.each([
    ['its drive is paused', (id: string) => sql`update fund_drives set status = 'paused' where id = ${id}`],
    [
      'the owner of its drive is suspended',
      (id: string) => sql`update users set suspended_at = now(), suspended_why = 'x'
        where id = (select user_id from fund_drives where id = ${id})`,
    ],
  ])('is none when %s meanwhile (M13): the gift counts, and no new one is begun', async (_, shut) => {
    const { reference, one, drive, gift } = await begun()
    await shut(drive.id).execute(db)
    rail.asked = (id) => (id === one.id ? ended('paid', '0') : ended('open'))
    await tell(one, { state: 'paid', receipt: 'SKD1234567' })
    await list(receiptOf(one))
    expect(await standing(reference)).toMatchObject(paidOnce)
    expect(await raised(drive.id)).toBe(gift.amount)
    const another = beginByPhone(db, drive.id, giftBy(), { ...around, key: crypto.randomUUID() })
    await expect(another).rejects.toBeInstanceOf(Refusal)
  })

  test('a gift that was given up after a day still counts when it is listed', async () => {
    const { reference, one } = await begun()
    await laterFor(reference, 25 * 3600)
    await sweepPayments(db)
    expect(await standing(reference)).toMatchObject({ status: 'abandoned' })
    await list(receiptOf(one))
    expect(await standing(reference)).toMatchObject(paidOnce)
    expect(await resultOf(db, reference)).toMatchObject({ is: 'paid' })
  })
})

describe('sending it again', () => {
  test('waits while the one before can be answered, and is sent three times at most', async () => {
    const { reference } = await begun()
    await expect(sendAgain(db, reference, 'one')).rejects.toThrow('may still be answered')
    for (const _ of [2, 3]) {
      await timePasses('80 seconds')
      await sendAgain(db, reference, 'one')
    }
    await timePasses('80 seconds')
    await expect(sendAgain(db, reference, 'one')).rejects.toThrow('We don’t know yet whether you paid')
    rail.asked = () => ended('expired', '1019')
    await payOf(db, reference, null)
    await expect(sendAgain(db, reference, 'one')).rejects.toThrow('three times, and it was not paid')
    expect(rail.sent).toHaveLength(3)
  })

  describe('from an old page says what is true', () => {
    const refused = (reference: string) => expect(sendAgain(db, reference, 'one')).rejects
    const notTwice = async (reference: string, words: string) => {
      await refused(reference).toThrow(words)
      await refused(reference).not.toThrow(/card|new gift|three times/)
      expect((await payOf(db, reference, null)).phone?.again ?? null).toBe(null)
    }
    test('told to be paid, also of the request before', async () => {
      const { reference, one } = await begun()
      await timePasses('80 seconds')
      await sendAgain(db, reference, 'one')
      rail.asked = (id) => (id === one.id ? 'no answer' : ended('cancelled', '1032'))
      await payOf(db, reference, null)
      await tell(one, { state: 'paid', receipt: 'SKB1234567' })
      await notTwice(reference, 'We are looking for the money. Please don’t pay again')
      expect((await payOf(db, reference, null)).phone).toMatchObject({ state: 'cancelled', isTold: true })
    })

    test('not known, an hour later', async () => {
      const { reference } = await begun()
      rail.asked = () => ended('unknown', '7777')
      await payOf(db, reference, null)
      await laterFor(reference, 3700)
      await notTwice(reference, 'We don’t know yet whether you paid')
    })

    test('ended unpaid, an hour later', async () => {
      const { reference } = await begun()
      rail.asked = () => ended('cancelled', '1032')
      await payOf(db, reference, null)
      await timePasses('61 minutes')
      await refused(reference).toThrow('more than an hour old, and it was not paid')
    })

    test('broken, paid, and waiting for a person', async () => {
      const { reference, drive, one } = await begun()
      rail.asked = () => ended('broken', '8')
      await payOf(db, reference, null)
      await refused(reference).toThrow('M-Pesa is not available right now')
      await query`delete from fund_drives where id = ${drive.id}`
      await list(receiptOf(one))
      await refused(reference).toThrow('a person is looking at it. Please don’t pay again')
      const paid = await begun()
      rail.asked = () => ended('paid', '0')
      await payOf(db, paid.reference, null)
      await refused(paid.reference).toThrow('This gift is paid already')
    })
  })

  test('asks what a new gift asks: nothing is sent to a phone that said STOP, or that is left in peace', async () => {
    const phone = newPhone()
    rail.asked = () => ended('cancelled', '1032')
    const { reference } = await begun({ phone })
    await payOf(db, reference, null)
    await stopSms(db, phone)
    await expect(sendAgain(db, reference, 'one')).rejects.toThrow('ANZA')
    await startSms(db, phone)
    const drive = await someDrive(db)
    const other = await beginByPhone(db, drive.id, giftBy({ phone }), { ...around, visitor: 'other' })
    await payOf(db, other.reference, null)
    await expect(sendAgain(db, reference, 'one')).rejects.toThrow('cancelled several times')
    await expect(begun({ phone })).rejects.toThrow('cancelled several times')
    expect(rail.sent).toHaveLength(2)
  })

  test('pressed ten times sends one', async () => {
    const { reference } = await begun()
    await timePasses('80 seconds')
    await atOnce(10, () => sendAgain(db, reference, 'one'))
    expect(rail.sent).toHaveLength(2)
  })
})
