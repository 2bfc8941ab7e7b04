import { beforeEach, describe, expect, test } from 'vitest'
import { codesOf } from '#app/drives/codes/codes.server.ts'
import { lapseClaims } from '#app/money/mpesa/claim.server.ts'
import { claimsDecided } from '#app/money/mpesa/claims.server.ts'
import { placeMoney } from '#app/money/payments/place.server.ts'
import { forgetDonor } from '#app/privacy/forget-donor.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { newCode, paidByHand } from '#test/paid-by-hand.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { railOfEachTest } from '#test/pretend-rail.ts'
import { query, someRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'

// The page of a claim: what its giver reads until the money is found, then, and where it is not.

const db = await testDatabase()
booksMustHold(() => db)
const house = plainBrowser()

const rail = railOfEachTest()
beforeEach(async () => {
  await query`delete from rate_limits`
})

async function claimed(slug: string, fields: Record<string, string>, giver = house.visitor()) {
  const { status, headers } = await giver.send(`/fundraiser/${slug}/claim`, { tail: '126', ...fields })
  const to = String(headers.location)
  expect([status, to]).toEqual([303, expect.stringMatching(/^\/claim\/[0-9a-f]{32}$/)])
  return { giver, to, read: async () => (await giver.get(to)).words.replaceAll('\u00a0', ' ') }
}
const paid = async ({ id }: { id: string }, own: Parameters<typeof paidByHand>[3] = {}) =>
  paidByHand(db, rail, (await codesOf(db, id)).number, own)
const textsTo = async (phone: string) => {
  const rows = await db.selectFrom('sms_outbox').where('phone', '=', phone).select('text').orderBy('id').execute()
  return rows.map(({ text }) => text!.replace(/http\S+\/(claim|receipt)\/\S+/, '<$1>'))
}
let last = 100
const phoneOf = (tail = '126') => `+254712${++last}${tail}`

describe('a claim whose money is here', () => {
  test('leads to the thanks, the receipt and the share of any giver', async () => {
    const drive = await someDrive(db, { title: 'Heal Mama Achieng' })
    const { receipt } = await paid(drive)
    const { giver, read } = await claimed(drive.slug, { code: receipt, name: 'Amina Yusuf' })
    const words = await read()
    for (const part of ['Payment Successful!', 'Asante! Your KES 300 has arrived.', 'Asante, Amina Yusuf!'])
      expect(words).toContain(part)
    expect(words).toMatch(/Share on WhatsApp.*View receipt/)
    const page = (await giver.get((await claimed(drive.slug, { code: receipt }, giver)).to)).text
    const own = await giver.get(/\/receipt\/[0-9a-f-]{36}/.exec(page)![0])
    expect([own.status, own.words]).toEqual([200, expect.stringContaining(receipt)])
  })

  test('shows the receipt and the name to no other browser, whatever it knows [T987]', async () => {
    const drive = await someDrive(db)
    const { receipt } = await paid(drive)
    const { to } = await claimed(drive.slug, { code: receipt, name: 'Amina Yusuf' })
    // The message was read in a group, where everybody knows the number, too.
    const other = await claimed(drive.slug, { code: receipt, name: 'Somebody' })
    expect(other.to).toBe(to)
    const { text, words } = await other.giver.get(to)
    expect(words).toContain('Payment Successful!')
    expect(text).not.toMatch(/\/receipt\/|Amina|name="tail"/)
  })

  test('without a name offers to add one, once, to the browser that claimed it', async () => {
    const drive = await someDrive(db)
    const { receipt } = await paid(drive)
    const { read, giver } = await claimed(drive.slug, { code: receipt })
    const add = 'Add your name or a message'
    expect(await read()).toContain(add)
    expect((await claimed(drive.slug, { code: receipt })).giver).toBeDefined()
    await claimed(drive.slug, { code: receipt, name: 'Amina Yusuf' }, giver)
    const words = await read()
    expect(words).toContain('Asante, Amina Yusuf!')
    expect(words).not.toContain(add)
  })

  test('texts thanks and receipt to the phone that paid, once, and to no other', async () => {
    const drive = await someDrive(db, { title: 'Heal Mama Achieng' })
    const { receipt } = await paid(drive)
    const [phone, other] = [phoneOf(), phoneOf('555')]
    const { giver } = await claimed(drive.slug, { code: receipt, phone: other })
    expect(await textsTo(other)).toEqual([])
    await claimed(drive.slug, { code: receipt, phone, name: 'Amina' }, giver)
    await claimed(drive.slug, { code: receipt, phone, name: 'Amina' }, giver)
    expect(await textsTo(phone)).toEqual([
      `Thank you! KES 300 for Heal Mama Achieng. M-Pesa ${receipt}. Receipt: <receipt>`,
    ])
  })
})

describe('a claim that finds nothing', () => {
  test('has a number and a page that says so, and is answered by itself once the money is booked', async () => {
    const [drive, code, phone] = [await someDrive(db, { title: 'Heal Mama Achieng' }), newCode(), phoneOf()]
    const { read, to } = await claimed(drive.slug, { code, phone, name: 'Amina Yusuf' })
    const words = await read()
    for (const part of ['We are looking for your payment', code, 'Please don’t pay again', 'and look for 2 days'])
      expect(words).toContain(part)
    expect(words).toContain('Is the code or a digit wrong? Enter it again')
    expect(words).toMatch(/C20\d\d-\d{6}/)
    expect(words).toContain('We sent the address to')
    // The address alone does not show the phone.
    expect((await house.visitor().get(to)).words).not.toContain('We sent the address to')
    expect(await textsTo(phone)).toEqual([`We are looking for M-Pesa ${code}. Read here what we found: <claim>`])
    await paid(drive, { receipt: code })
    expect(await read()).toMatch(/Payment Successful!.*Asante, Amina Yusuf!.*View receipt/)
    expect((await textsTo(phone)).at(-1)).toBe(
      `Thank you! KES 300 for Heal Mama Achieng. M-Pesa ${code}. Receipt: <receipt>`,
    )
  })

  test('is answered, too, when a person places the money; a phone that did not pay is led to the page', async () => {
    const drive = await someDrive(db, { title: 'Heal Mama Achieng' })
    const one = await paidByHand(db, rail, 'CHURCH ROOF')
    const phone = phoneOf('999')
    const { read } = await claimed(drive.slug, { code: one.receipt, phone, name: 'Amina Yusuf' })
    expect(await read()).toContain('We are looking for your payment')
    await timePasses('1 hour')
    await db.transaction().execute(async (tx) => {
      const { id: by } = await somePerson(db, { admin: true })
      const money = await tx
        .selectFrom('suspense')
        .where('provider_tx_id', '=', one.receipt)
        .select('id')
        .executeTakeFirstOrThrow()
      await placeMoney(tx, { suspenseId: money.id, driveId: drive.id, by })
      await claimsDecided(tx, one.receipt)
    })
    expect(await read()).toMatch(/Payment Successful!.*View receipt/)
    expect(await textsTo(phone)).toEqual([
      `We found M-Pesa ${one.receipt}: KES 300 for Heal Mama Achieng. Thank you! <claim>`,
    ])
  })

  test('opens its receipt for the browser that claimed first, also where another one claims the same meanwhile', async () => {
    const [drive, code] = [await someDrive(db), newCode()]
    const [phone, other] = [phoneOf(), phoneOf()]
    const first = await claimed(drive.slug, { code, name: 'Amina Yusuf', phone })
    const second = await claimed(drive.slug, { code, name: 'Somebody', phone: other })
    expect(second.to).toBe(first.to)
    await paid(drive, { receipt: code })
    // Nor does it take over the name, or the phone that is thanked.
    expect(await first.read()).toMatch(/Asante, Amina Yusuf!.*View receipt/)
    expect([(await textsTo(phone)).at(-1), await textsTo(other)]).toEqual([expect.stringContaining('<receipt>'), []])
    expect(await second.read()).toContain('Payment Successful!')
    expect(await second.read()).not.toContain('View receipt')
  })

  test('says after two days what to do, with its number and a way to write to us', async () => {
    const [drive, code] = [await someDrive(db), newCode()]
    const { read, giver, to } = await claimed(drive.slug, { code })
    await timePasses('49 hours')
    await lapseClaims(db)
    const words = await read()
    expect(words).toContain('We could not find your payment')
    expect(words).toMatch(/name SKC\d{7} and C20\d\d-\d{6}/)
    expect((await giver.get(to)).text).toMatch(
      new RegExp(`href="/fundraiser/${drive.slug}/claim"[\\s\\S]*href="/about/help"`),
    )
    // Typed again it is the same page, which looks again.
    expect((await claimed(drive.slug, { code }, giver)).to).toBe(to)
    expect(await read()).toContain('We are looking for your payment')
  })

  test('reads the same for a code of another drive and for one that is nobody’s', async () => {
    const [drive, other] = [await someDrive(db), await someDrive(db)]
    const { receipt } = await paid(other)
    const pages = await Promise.all(
      [receipt, newCode()].map(async (code) => {
        const { read } = await claimed(drive.slug, { code })
        return (await read()).replaceAll(code, 'CODE').replace(/C20\d\d-\d{6}/g, 'NUMBER')
      }),
    )
    expect(pages[0]).toBe(pages[1])
  })

  test('texts its page to one phone twice a day at most, and to none whose digits are other ones', async () => {
    const [drive, phone, other] = [await someDrive(db), phoneOf(), phoneOf('555')]
    for (let nr = 0; nr < 4; nr++) {
      await claimed(drive.slug, { code: newCode(), phone })
      await claimed(drive.slug, { code: newCode(), phone: other })
    }
    expect([(await textsTo(phone)).length, await textsTo(other)]).toEqual([2, []])
  })

  test('is nobody’s browser any more once its giver is forgotten', async () => {
    const [drive, code, phone] = [await someDrive(db), newCode(), phoneOf()]
    const { to } = await claimed(drive.slug, { code, phone, name: 'Amina Yusuf' })
    await forgetDonor(db, phone)
    const kept = await someRows('claims', { receipt: code }, 'visitor', 'phone', 'name')
    expect(kept).toEqual([{ visitor: null, phone: null, name: '' }])
    expect((await house.visitor().get(to)).status).toBe(200)
  })

  test('is in Swahili for the person who claimed in it, on the page and in texts', async () => {
    const [drive, code, phone] = [await someDrive(db, { title: 'Heal Mama Achieng' }), newCode(), phoneOf()]
    const { read } = await claimed(drive.slug, { code, phone }, house.visitor('sw'))
    expect(await read()).toContain('Tunatafuta malipo yako')
    await paid(drive, { receipt: code })
    expect((await textsTo(phone)).at(-1)).toBe(
      `Asante! KES 300 kwa Heal Mama Achieng. M-Pesa ${code}. Risiti: <receipt>`,
    )
  })
})

test('a guessed or cut address is not found', async () => {
  for (const token of ['0'.repeat(32), 'abc', '1'])
    expect((await house.visitor().get(`/claim/${token}`)).status).toBe(404)
})

test('a payment whose number M-Pesa lists whole is thanked by a text; a masked one is not', async () => {
  const [drive, phone] = [await someDrive(db, { title: 'Heal Mama Achieng' }), phoneOf()]
  const { receipt } = await paid(drive, { phone })
  expect(await textsTo(phone)).toEqual([
    `Thank you! KES 300 for Heal Mama Achieng. M-Pesa ${receipt}. Receipt: <receipt>`,
  ])
  const before = await db.selectFrom('sms_outbox').select('id').execute()
  await paid(drive)
  expect(await db.selectFrom('sms_outbox').select('id').execute()).toEqual(before)
  // Where its giver claims it, too, no second one comes.
  await claimed(drive.slug, { code: receipt, phone, name: 'Amina' })
  expect(await textsTo(phone)).toHaveLength(1)
})
