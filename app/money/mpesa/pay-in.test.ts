import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#app/platform/db.server.ts'
import type { MobileReceipt } from '#app/platform/providers/mobile-money.server.ts'
import { testDatabase } from '#test/database.ts'
import { giveByPhone } from '#test/give-by-phone.ts'
import { somePerson } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { calledAbout, driveWithCode, giftsTo, stillCalledAbout } from '#test/money-now.ts'
import { listing, sentTo } from '#test/paid-by-hand.ts'
import { ended, payInOf, railOfEachTest, toldOf } from '#test/pretend-rail.ts'
import { query } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { registerUrls, replaceUrls } from './callback-urls.server.ts'
import { receiveCallback } from './callbacks.server.ts'
import { placeReceipts } from './place-receipts.server.ts'
import { queryDueRequests } from './query.server.ts'
import { listReceipts, lookForHeard } from './receipts.server.ts'

// Payments that people send from the menu of their phone, through everything but M-Pesa itself.

const db = await testDatabase()
booksMustHold(() => db)

const rail = railOfEachTest()
let at: { validation: string; confirmation: string }
beforeEach(async () => {
  await query`delete from mpesa_doors`
  await registerUrls(db)
  at = rail.doorsAt[0]!
})

const validate = async (told: MobileReceipt, on: Db = db) => {
  const answer = await receiveCallback(on, ...payInOf(at.validation, told))
  return [answer.status, (await answer.json()).verdict]
}
const confirm = (told: MobileReceipt, on: Db = db) => receiveCallback(on, ...payInOf(at.confirmation, told))
const list = listing(db, rail)
const placeOf = async (receipt: string) => {
  const rows = await query<{ state: string; why: string | null }>`
    select r.state, s.why from mpesa_receipts r left join suspense s on s.id = r.suspense_id where receipt = ${receipt}`
  return rows[0] ? [rows[0].state, rows[0].why].filter(Boolean).join(': ') : 'none'
}
/** A request on a phone, for this drive and amount. */
async function asked(driveId: string, amount = 20_000) {
  await giveByPhone(db, { driveId, amount })
  return rail.sent.at(-1)!
}

describe('a payment to the code of a drive', () => {
  test('is told, then listed, and is a gift of the drive, once', async () => {
    const { id, number } = await driveWithCode()
    const paid = sentTo(number)
    expect(await validate(paid)).toEqual([200, 'taken'])
    expect((await confirm(paid)).status).toBe(200)
    expect(await giftsTo(id)).toEqual([0, 0])
    expect(await list(paid)).toBe(1)
    expect(await list(paid)).toBe(0)
    expect((await confirm(paid)).status).toBe(200)
    expect(await giftsTo(id)).toEqual([1, 20_000])
    expect(await placeOf(paid.receipt)).toBe('placed')
  })

  test('tells no name to anybody: what M-Pesa knows of its payer stays with the code', async () => {
    const { id, number } = await driveWithCode()
    await list(sentTo(number))
    const rows =
      await query`select d.donor_name, d.anonymous, p.donor_phone from donations d join payments p on p.id = d.payment_id
      where d.fund_drive_id = ${id}`
    expect(rows).toEqual([{ donor_name: '', anonymous: false, donor_phone: '' }])
  })

  test.each([
    ['small letters, spaces and dashes', (code: string) => ` ${code.slice(0, 3)} - ${code.slice(3)} `],
    ['O for 0 and I for 1', (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'I')],
  ])('is forgiven %s (M15)', async (_, mistyped) => {
    const { id, number } = await driveWithCode()
    const paid = sentTo(mistyped(number))
    expect(await validate(paid)).toEqual([200, 'taken'])
    await list(paid)
    expect(await giftsTo(id)).toEqual([1, 20_000])
  })

  test('counts when the drive was paused or its owner suspended meanwhile, and waits for a person when it is deleted (M13) [T568]', async () => {
    const [paused, shut, deleted] = [await driveWithCode(), await driveWithCode(), await driveWithCode()]
    await query`update fund_drives set status = 'paused' where id = ${paused.id}`
    await query`update users set suspended_at = now(), suspended_why = 'x' where id = ${shut.ownerId}`
    await query`delete from fund_drives where id = ${deleted.id}`
    const [one, another, other] = [sentTo(paused.number), sentTo(shut.number), sentTo(deleted.number)]
    for (const each of [one, another, other]) expect(await validate(each)).toEqual([200, 'not now'])
    await list(one, another, other)
    for (const { id } of [paused, shut]) expect(await giftsTo(id)).toEqual([1, 20_000])
    expect(await placeOf(other.receipt)).toBe('unplaced: drive is gone')
  })
})

describe('a payment to no code of ours (M15)', () => {
  test.each([['JOHN'], ['999999'], [''], ['🎁🎁'], ['ABCDEFGHIJKLMNOPQRSTU'], ['\u202e304518'], ["'; drop table"]])(
    '%j is refused before it is paid; paid all the same, it waits for a person',
    async (account) => {
      const paid = sentTo(account)
      expect(await validate(paid)).toEqual([200, 'unknown account'])
      expect((await confirm(paid)).status).toBe(200)
      await list(paid)
      await list(paid)
      expect(await placeOf(paid.receipt)).toBe('unplaced: unknown account')
    },
  )

  test('cents are refused', async () => {
    const { number } = await driveWithCode()
    expect(await validate(sentTo(number, { cents: 1050 }))).toEqual([200, 'wrong amount'])
  })
})

describe('the account of a request, typed by hand (M14)', () => {
  test('of the same amount settles the request, also when its drive was paused', async () => {
    const { id } = await driveWithCode()
    const one = await asked(id)
    await query`update fund_drives set status = 'paused' where id = ${id}`
    const paid = sentTo(one.account.toLowerCase())
    expect(await validate(paid)).toEqual([200, 'taken'])
    await list(paid)
    const rows = await query`select q.state, p.status from mpesa_prompts q join payments p on p.id = q.payment_id
      where q.account = ${one.account}`
    expect(rows).toEqual([{ state: 'paid', status: 'succeeded' }])
    expect(await giftsTo(id)).toEqual([1, 20_000])
  })

  test('of another amount, or once it is paid, is a gift of its own [T508]', async () => {
    const { id } = await driveWithCode()
    const one = await asked(id)
    await list(sentTo(one.account, { cents: 5000 }))
    expect(await giftsTo(id)).toEqual([1, 5000])
    const [first, second] = [sentTo(one.account), sentTo(one.account)]
    await list(first, second)
    expect(await giftsTo(id)).toEqual([3, 45_000])
    await list(first, second)
    expect(await giftsTo(id)).toEqual([3, 45_000])
  })
})

describe('what is only told', () => {
  test('credits nothing, and calls a person when no list knows it after two hours (M16) [T593]', async () => {
    const { id, number } = await driveWithCode()
    const paid = sentTo(number)
    await confirm(paid)
    await list()
    await timePasses('3 hours')
    await list()
    expect(await giftsTo(id)).toEqual([0, 0])
    expect(await calledAbout(paid.receipt)).toEqual(['a code that nobody lists'])
    await list(paid)
    expect(await giftsTo(id)).toEqual([1, 20_000])
  })

  test('calls a person about each, however many there are', async () => {
    await query`insert into mpesa_receipts (receipt, amount, heard_by, created_at)
      select 'SKM' || lpad(n::text, 7, '0'), 500, 'confirmation', now() - make_interval(hours => 3 + n) from generate_series(1, 150) n`
    await lookForHeard(db)
    await lookForHeard(db)
    const rows = await query`select from discrepancies where kind = 'a code that nobody lists' and subject like 'SKM%'`
    expect(rows).toHaveLength(150)
    await query`delete from mpesa_receipts where receipt like 'SKM%'`
  })

  test('calls a person once: what they closed is not opened again, and what is proved after all is closed by that', async () => {
    const { id, number } = await driveWithCode()
    const [forged, late] = [sentTo(number), sentTo(number)]
    await confirm(forged)
    await confirm(late)
    await timePasses('3 hours')
    await list()
    await query`update discrepancies set state = 'closed', closed_at = now(), note = 'Made up' where subject = ${forged.receipt}`
    await list()
    const states = async ({ receipt }: { receipt: string }) => {
      return (await query<{ state: string }>`select state from discrepancies where subject = ${receipt}`).map(
        ({ state }) => state,
      )
    }
    expect([await states(forged), await states(late)]).toEqual([['closed'], ['open']])
    await list(late)
    expect([await giftsTo(id), await states(late)]).toEqual([[1, 20_000], ['closed']])
  })

  test('keeps what its payer typed out of the discrepancies: it may be a name or a number', async () => {
    const { number } = await driveWithCode()
    const [typed, heard, other] = [sentTo('0712345678'), sentTo('AMINA YUSUF'), sentTo(number)]
    await list(typed, other)
    await confirm(heard)
    await query`update mpesa_receipts set created_at = now() - interval '3 hours', heard_by = 'confirmation' where receipt in (${heard.receipt}, ${other.receipt})`
    await list({ ...other, account: '0712345678' })
    const all = [typed, heard, other].map(({ receipt }) => receipt)
    const rows = await query<{ kind: string; facts: string }>`
      select kind, facts::text from discrepancies where split_part(subject, ' ', -1) = any(${all}::text[]) order by kind`
    expect(rows.map(({ kind }) => kind)).toEqual([
      'a code that fits no request',
      'a code that nobody lists',
      'money in suspense',
    ])
    for (const { facts } of rows) expect(facts).not.toMatch(/0712345678|AMINA/)
    // What it is booked with stands beside what is said now.
    expect(JSON.parse(rows[0]!.facts)).toEqual({ amount: 20_000, booked: 20_000 })
  })

  test('to another number than ours is answered and not kept', async () => {
    const { number } = await driveWithCode()
    const paid = sentTo(number, { shortcode: '600000' })
    expect((await confirm(paid)).status).toBe(200)
    expect(await placeOf(paid.receipt)).toBe('none')
  })

  test('a made-up code for an open request keeps the true one from nothing [T510]', async () => {
    const { id } = await driveWithCode()
    const one = await asked(id)
    await confirm(sentTo(one.account, { receipt: 'MADEUP0002' }))
    const paid = sentTo(one.account)
    await list(paid)
    expect(await giftsTo(id)).toEqual([1, 20_000])
    expect([await placeOf(paid.receipt), await placeOf('MADEUP0002')]).toEqual(['placed', 'heard'])
    expect(await query`select state from mpesa_prompts where account = ${one.account}`).toEqual([{ state: 'paid' }])
  })

  test('of a request on a phone, it makes us ask about the request at once', async () => {
    const { id } = await driveWithCode()
    const one = await asked(id)
    rail.asked = () => ended('paid', '0')
    const paid = sentTo(one.account)
    await confirm(paid)
    await expect.poll(() => giftsTo(id)).toEqual([1, 20_000])
    await expect.poll(() => placeOf(paid.receipt)).toBe('placed')
  })

  test('of a request on a phone, of another amount: with its answer the code has the amount of the request', async () => {
    const { id } = await driveWithCode()
    const one = await asked(id)
    const paid = sentTo(one.account)
    await confirm({ ...paid, cents: 30_000 })
    rail.asked = () => ended('paid', '0')
    await receiveCallback(db, ...toldOf(one, { state: 'paid', receipt: paid.receipt }))
    await expect.poll(() => placeOf(paid.receipt)).toBe('placed')
    expect(await giftsTo(id)).toEqual([1, 20_000])
    const rows = await query`select amount from mpesa_receipts where receipt = ${paid.receipt}`
    expect(rows).toEqual([{ amount: 20_000 }])
  })
})

describe('a code without an account of ours, at the hour of a paid request without one', () => {
  async function like(amount: number) {
    const { id } = await driveWithCode()
    await asked(id, amount)
    rail.asked = () => ended('paid', '0')
    await timePasses('10 seconds')
    await queryDueRequests(db)
    const code = sentTo('?', { cents: amount })
    expect(await list(code)).toBe(0)
    return { id, amount, code }
  }

  test('is not booked a second time [T509]', async () => {
    const { id, amount, code } = await like(77_700)
    expect(await placeReceipts(db)).toBe(0)
    expect([await giftsTo(id), await placeOf(code.receipt)]).toEqual([[1, amount], 'heard'])
    await list({ ...code, paidAt: new Date(Date.now() - 25 * 3_600_000) })
    expect(await giftsTo(id)).toEqual([1, amount])
  })

  test.each(['list', 'status', 'statement', 'confirmation'])(
    'after a day it waits for a person, who is told, whatever it was heard by: %s',
    async (by) => {
      const { id, amount, code } = await like(77_800)
      await query`update mpesa_receipts set heard_by = ${by}, proved_at = now() - interval '25 hours' where receipt = ${code.receipt}`
      expect(await placeReceipts(db)).toBe(1)
      expect(await placeReceipts(db)).toBe(0)
      expect([await giftsTo(id), await placeOf(code.receipt)]).toEqual([[1, amount], 'unplaced: unknown account'])
      expect(await calledAbout(code.receipt)).toEqual(['a code like a gift without one'])
    },
  )
})

test('a page of the list that fails leaves what came before it booked, and the rest for the next time', async () => {
  const { id, number } = await driveWithCode()
  const all = [sentTo(number), sentTo(number)]
  rail.list = async ({ offset }) =>
    offset === 0
      ? { is: 'receipts', receipts: all.slice(0, 1), next: 1 }
      : { is: 'failure', class: 'retry', message: 'busy' }
  expect(await listReceipts(db)).toBe(1)
  expect(await giftsTo(id)).toEqual([1, 20_000])
})

describe('our addresses', () => {
  test('are said once', async () => {
    await registerUrls(db)
    expect(rail.doorsAt).toHaveLength(1)
  })

  test('whose answer was lost are used when M-Pesa says that it has some', async () => {
    await query`delete from mpesa_doors`
    rail.doors = () => ({ is: 'failure', class: 'unknown', message: 'cut' })
    await registerUrls(db)
    const { registerUrls: say } = rail
    rail.registerUrls = async (said) => {
      // Both tries are of one millisecond.
      await query`update mpesa_doors set since = '2026-11-01'`
      return say(said)
    }
    rail.doors = () => ({ is: 'open before' })
    await registerUrls(db)
    await registerUrls(db)
    expect(rail.doorsAt).toHaveLength(3)
    expect(await query`select from discrepancies where kind = 'addresses that are not ours'`).toEqual([])
    const { number } = await driveWithCode()
    at = rail.doorsAt[1]!
    expect(await validate(sentTo(number))).toEqual([200, 'taken'])
  })

  test('call a person once when M-Pesa has others', async () => {
    rail.can({ payIn: { kind: 'paybill', number: '600111' } })
    rail.doors = () => ({ is: 'open before' })
    await registerUrls(db)
    await registerUrls(db)
    expect(rail.doorsAt).toHaveLength(2)
    expect(await calledAbout('600111')).toEqual(['addresses that are not ours'])
  })

  test('that were refused were never said: a person is called when M-Pesa has some', async () => {
    rail.can({ payIn: { kind: 'paybill', number: '600333' } })
    rail.doors = () => ({ is: 'failure', class: 'rejected', message: 'no' })
    await registerUrls(db)
    rail.doors = () => ({ is: 'open before' })
    await registerUrls(db)
    const rows = await query`
      select kind, (select count(*)::int from mpesa_doors where shortcode = '600333' and taken_at is not null) as taken
      from discrepancies where subject = '600333'`
    expect(rows).toEqual([{ kind: 'addresses that are not ours', taken: 0 }])
    // Nor are those of this try, when a person closes the discrepancy and nothing was changed in the portal.
    await query`update discrepancies set state = 'closed', closed_at = now(), note = 'seen' where subject = '600333'`
    await registerUrls(db)
    const kept = await db.selectFrom('mpesa_doors').where('shortcode', '=', '600333').select('taken_at').execute()
    expect([kept, await stillCalledAbout('600333')]).toEqual([[], ['addresses that are not ours']])
  })

  test('changed by an administrator, both pairs work; the old one closes after 30 days', async () => {
    const { id } = await somePerson(db)
    const made = await replaceUrls(db, { id, address: '203.0.113.5' })
    const { number } = await driveWithCode()
    const answered = async (address: string) => {
      const answer = await receiveCallback(db, ...payInOf(address, sentTo(number)))
      return answer.status
    }
    expect([await answered(made.validation), await answered(at.validation)]).toEqual([200, 200])
    await registerUrls(db)
    expect(rail.doorsAt).toHaveLength(1)
    const rows = await query<{ days: number }>`
      select distinct round(extract(epoch from until - now()) / 86400)::int as days from mpesa_doors where until is not null`
    expect(rows).toEqual([{ days: 30 }])
  })

  test('of another place than ours are no answer to a lost try: a person is called', async () => {
    rail.can({ payIn: { kind: 'paybill', number: '600222' } })
    await registerUrls(db)
    await query`update mpesa_doors set origin = 'https://before.example' where shortcode = '600222'`
    rail.doors = () => ({ is: 'open before' })
    await registerUrls(db)
    expect(await calledAbout('600222')).toEqual(['addresses that are not ours'])
  })

  test('one that was closed, and one that nobody was told, lead nowhere', async () => {
    const paid = sentTo('304518')
    await query`update mpesa_doors set until = now() - interval '1 minute' where purpose = 'confirmation'`
    // A database that is slow for a moment does not know yet.
    await expect.poll(async () => (await confirm(paid)).status).toBe(404)
    const unknown = async () => (await receiveCallback(db, ...payInOf(`/${'0'.repeat(64)}`, paid))).status
    await expect.poll(unknown).toBe(404)
  })
})

describe('while the database is ill (M17) [T511]', () => {
  const gone = new Kysely({
    dialect: new PostgresDialect({ pool: new Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 2000 }) }),
  }) as Db

  test('a payment is taken; what can’t be kept is not said to be', async () => {
    const { number } = await driveWithCode()
    const paid = sentTo(number)
    expect(await validate(sentTo('JOHN'), gone)).toEqual([200, 'taken'])
    await validate(paid)
    expect(await validate(sentTo('JOHN'), gone)).toEqual([200, 'taken'])
    await receiveCallback(db, ...payInOf(at.confirmation, paid))
    await expect(confirm(sentTo(number), gone)).rejects.toThrow()
  })

  test('a database that answers after nine seconds keeps no payer waiting', async () => {
    const slow = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => new Promise((resolve) => setTimeout(() => resolve(result), 9000)),
    })
    const began = performance.now()
    expect(await validate(sentTo('JOHN'), slow)).toEqual([200, 'taken'])
    await validate(sentTo('JOHN'))
    expect(await validate(sentTo('JOHN'), slow)).toEqual([200, 'taken'])
    // Three of its answers would take 27 seconds.
    expect(performance.now() - began).toBeLessThan(9000)
  })
})
