import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { buttonFor } from '#app/money/refunds/ask-back.server.ts'
import { testDatabase } from '#test/database.ts'
import { ownersDrive, someDrive } from '#test/make.ts'
import { booksMustHold, gift, giftByPhone } from '#test/money.ts'
import { aNumber, lastTextTo, otherThan, textWaiting } from '#test/phone-codes.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { allRows, oneRow } from '#test/rows.ts'

// A giver asks for a gift back, and an organiser refunds one, in a browser without a script.

const db = await testDatabase()
const { walks, get, send } = plainBrowser()
booksMustHold(() => db)
beforeEach(() => sql`delete from rate_limits`.execute(db))

let nr = 0
async function given(driveId: string) {
  const email = `wanjiku${++nr}@example.test`
  const { id } = await gift(db, driveId, 50_000, { donorEmail: email })
  const { receipt, id: donationId } = await oneRow('donations', { payment_id: id })
  return { id, email, donationId, path: `/receipt/${receipt}` }
}
const backs = (paymentId: number) => allRows('reversals', { payment_id: paymentId })
const words = {
  en: { until: 'Until', ask: 'Ask for KES 500 back', mail: 'Email me the button', way: 'KES 500 is on its way back' },
  sw: {
    until: 'Hadi',
    ask: 'Omba kurudishiwa KES 500',
    mail: 'Nitumie kitufe kwa barua pepe',
    way: 'KES 500 ziko njiani',
  },
}
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('a giver', () => {
  test.each(['en', 'sw'] as const)('asks for a gift back by the button of an email (%s) [T1191]', async (language) => {
    const say = words[language]
    const { id, donationId, path } = await given((await someDrive(db)).id)
    const one = walks({ language })
    expect(plain((await one.open(path)).words)).toContain(say.until)
    await one.open(`${path}/back`)
    await one.press(say.mail)
    expect(one.path).toBe(`${path}/back`)
    const key = `mail-ask-back:${donationId}`
    const { rows: jobs } = await sql`select from graphile_worker.jobs where key = ${key}`.execute(db)
    expect(jobs).toHaveLength(1)
    const link = new URL((await buttonFor(db, donationId))!.link).pathname
    // A program that opens links asks for nothing.
    expect(plain((await walks({ language }).open(link)).words)).toContain(say.ask)
    expect(await backs(id)).toEqual([])
    await one.open(link)
    await one.press(say.ask)
    expect(plain(one.page.words)).toContain(say.way)
    expect(await backs(id)).toMatchObject([{ asked_as: 'giver', amount: 50_000 }])
    expect(plain((await one.open(path)).words)).toContain(say.way)
  })

  test('asks for it by six digits on the phone that paid, whose number no page has [T1192]', async () => {
    const phone = aNumber()
    const { id } = await giftByPhone(db, (await someDrive(db)).id, 50_000, phone)
    const path = `/receipt/${(await oneRow('donations', { payment_id: id })).receipt}`
    const one = walks()
    await one.open(`${path}/back`)
    await one.press('Text me a code')
    expect(one.path).toBe(`${path}/back/code`)
    const cookies = [...one.jar].join(' ')
    for (const seen of [one.page.text, cookies, Buffer.from(cookies, 'base64url').toString()])
      expect(seen).not.toContain(phone.slice(4, 10))
    await textWaiting(db, phone, 'ask back')
    const code = (await lastTextTo(db, phone))!.text!.match(/\d{6}/)![0]
    // Another browser has no use for the digits.
    expect((await send(`${path}/back/code`, { code })).headers.location).toBe(`${path}/back`)
    expect((await get(`${path}/back/code`)).headers.location).toBe(`${path}/back`)
    const press = (code: string) => one.press('Ask for KES 500 back', { code })
    for (let time = 0; time < 3; time++) expect((await press(otherThan(code))).words).toContain('Wrong or expired code')
    await press(code)
    expect([one.path, plain(one.page.words)]).toEqual([`${path}/back`, expect.stringContaining('on its way back')])
    expect(await backs(id)).toHaveLength(1)
  })

  test('reads why a gift can’t be asked back, and where to write to; who has no receipt finds nothing [T1193]', async () => {
    const { id, path } = await given((await someDrive(db)).id)
    await db
      .insertInto('disputes')
      .values({ provider: 'paystack', ext_id: `w ${id}`, payment_id: id, amount: 50_000 })
      .execute()
    const seen = await get(`${path}/back`)
    expect(plain(seen.words)).toContain('disputes this gift')
    expect(seen.text).toContain('href="/about/help/write"')
    expect((await send(`${path}/back`, {})).status).toBe(409)
    for (const none of [
      `/receipt/${crypto.randomUUID()}/back`,
      '/receipt/x/back',
      `/receipt/${crypto.randomUUID()}/back/x.y`,
    ])
      expect([(await get(none)).status, none]).toEqual([404, none])
    expect((await send(`/receipt/${crypto.randomUUID()}/back`, {})).status).toBe(404)
  })

  test('and strangers with the link send ten proofs an hour from one network, five to one address [T1194]', async () => {
    const gifts = await Promise.all(Array.from({ length: 3 }, async () => given((await someDrive(db)).id)))
    const ask = (at: number) => send(`${gifts[at]!.path}/back`, {}, { address: '41.90.77.1' })
    const answers = []
    for (const at of [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2]) answers.push((await ask(at)).status)
    expect(answers).toEqual([303, 303, 303, 303, 303, 429, 303, 303, 303, 303, 429])
  })
})

describe('an organiser', () => {
  test('refunds one gift with a reason and a fresh password; one without a password sets it first [T1195]', async () => {
    const { owner, cookie, drive } = await ownersDrive(db)
    const { slug, id: driveId } = drive
    const { id, donationId } = await given(driveId)
    const one = walks({ cookie })
    await one.open(`/fund-drive/${slug}/donations`)
    expect(one.page.text).toContain(`/donations/back?gift=${donationId}`)
    await one.open(`/fund-drive/${slug}/donations/back?gift=${donationId}`)
    await sql`update sessions set confirmed_at = now() - interval '11 minutes' where user_id = ${owner.id}`.execute(db)
    const refused = await one.press('Refund KES 500', { why: 'Meant for another' })
    expect([refused.words, await backs(id)]).toEqual([expect.stringContaining('password'), []])
    await one.press('Refund KES 500', { why: 'Meant for another', again: owner.password })
    expect(one.path).toBe(`/fund-drive/${slug}/donations`)
    expect(await backs(id)).toMatchObject([{ asked_as: 'owner', note: 'Meant for another' }])
    expect(plain((await one.open(`/fund-drive/${slug}/donations/back?gift=${donationId}`)).words)).toContain(
      'on its way',
    )
    await sql`update accounts set password = null where user_id = ${owner.id}`.execute(db)
    await one.open(`/fund-drive/${slug}/donations/back?gift=${donationId}`)
    expect(one.path).toContain('/settings/first-password')
  })
})
