import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { publicDrive } from '#app/drives/drive/drive.server.ts'
import { drawDrivePreview, previewVersion } from '#app/drives/drive/preview-picture.server.ts'
import { kes, moneyText, plainMoney } from '#app/kit/money.ts'
import { percentText } from '#app/kit/percents.ts'
import { disputeResolved } from '#app/money/disputes/dispute.server.ts'
import { mailGift, mailReceipt } from '#app/money/donations/mails.server.tsx'
import { mailGiftGone, mailPaidBack } from '#app/money/refunds/mails.server.tsx'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { testDatabase } from '#test/database.ts'
import { cookieOf, someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, gift } from '#test/money.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { someCash, somePledge } from '#test/pledges.ts'
import { oneRow, query } from '#test/rows.ts'

// One number for one thing: whatever comes in or goes back, every place that shows a drive's total, its donors or a gift's state
// says the same, in both languages.

const db = await testDatabase()
booksMustHold(() => db)
const { get } = plainBrowser()
const goal = kes(10_000)
const slug = 'heal-mama-achieng'
let drive: Awaited<ReturnType<typeof someDrive>>
const cookies = { owner: '', office: '', visitor: '' }

beforeAll(async () => {
  const owner = await somePerson(db)
  drive = await someDrive(db, { ownerId: owner.id, title: 'Heal Mama Achieng', goal: '10000' })
  expect(drive.slug).toBe(slug)
  cookies.owner = await cookieOf(owner)
  cookies.office = await cookieOf(await somePerson(db, { admin: true }))
  // Pages for nobody are kept for a moment.
  cookies.visitor = await cookieOf(await somePerson(db))
}, 60_000)

type Who = keyof typeof cookies
const read = async (path: string, who: Who, language = 'en') => {
  const { status, words } = await get(path, { cookie: cookies[who], language })
  expect([path, status]).toEqual([path, 200])
  return words.replaceAll('\u00a0', ' ')
}
const sum = (cents: number, currency: 'KES' | 'KSH' = 'KES') => moneyText(cents, currency).replaceAll('\u00a0', ' ')

/** Every place that shows the total, and whether it shows donors and the per cent, too. */
const places: [path: string, who: Who, shows: string][] = [
  [`/fundraiser/${slug}`, 'visitor', 'donors percent'],
  [`/fundraiser/${slug}?tab=donations`, 'visitor', 'donors percent'],
  ['/', 'visitor', 'donors'],
  ['/dashboard', 'owner', 'percent'],
  [`/fund-drive/${slug}/home`, 'owner', ''],
  [`/fund-drive/${slug}/donations`, 'owner', ''],
  [`/fund-drive/${slug}/statement`, 'owner', ''],
  [`/fund-drive/${slug}/list`, 'owner', ''],
  ['/admin/fund-drives', 'office', ''],
  [`/admin/fund-drives/${slug}`, 'office', ''],
]

async function everywhere(total: number, donors: number) {
  for (const language of ['en', 'sw'])
    for (const [path, who, shows] of places) {
      const words = await read(path, who, language)
      expect([path, words]).toEqual([path, expect.stringContaining(sum(total, who === 'office' ? 'KSH' : 'KES'))])
      if (shows.includes('percent'))
        expect([path, words]).toEqual([path, expect.stringContaining(percentText(total, goal))])
      if (shows.includes('donors') && language === 'en')
        expect([path, words]).toEqual([path, expect.stringContaining(donors === 1 ? '1 donor' : `${donors} donors`)])
    }
  const told = JSON.parse((await get(`/api/fund-drives/${slug}`)).text)
  expect(told).toMatchObject({ raised: total / 100, donors, percent: Number.parseFloat(percentText(total, goal)) })
  await passedOn(total)
  const home = await read(`/fund-drive/${slug}/home`, 'owner')
  expect(home).toContain(`Number of Donors ${donors} `)
  expect(await read(`/admin/fund-drives/${slug}`, 'office')).toContain(`Donors ${donors} `)
}

/** Everything of a drive that visitors and its owner send on: texts, and the picture that chats show beside the link. */
async function passedOn(total: number) {
  for (const [path, who] of [
    [`/fundraiser/${slug}`, 'visitor'],
    [`/fund-drive/${slug}/home`, 'owner'],
  ] as const)
    for (const language of ['en', 'sw']) {
      const texts = textsIn((await get(path, { cookie: cookies[who], language })).text)
      expect([path, texts]).toEqual([path, expect.arrayContaining([expect.stringContaining(plainMoney(total))])])
    }
  expect((await get(`/fund-drive/${slug}/list.txt`, { cookie: cookies.owner })).text).toContain(plainMoney(total))
  const page = (await get(`/fundraiser/${slug}`, { cookie: cookies.visitor })).text
  const [, picture] = /property="og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(page)!
  const found = await publicDrive(db, slug, { personId: null, visitor: '' })
  if (found.is !== 'open') throw new Error(`the drive is ${found.is}`)
  // A total that came through us alone is drawn the same: the picture shows all of it.
  const shows = { ...found.drive, raised: total, recordedShown: 0 }
  expect(picture).toBe(`/fundraiser/${slug}/preview/${previewVersion(shows)}.jpg`)
  expect(await drawDrivePreview(found.drive)).toEqual(await drawDrivePreview(shows))
}

/** The words that a page hands to WhatsApp. */
const textsIn = (html: string) =>
  [...html.matchAll(/href="(https:\/\/wa\.me\/[^"]*)"/g)].map(
    ([, address]) => new URL(address!.replaceAll('&amp;', '&')).searchParams.get('text') ?? '',
  )

type One = { id: number; reference: string }
type Back = { amount: number; words: string; swahili: string }

/** One gift on the pages of its giver, in both languages: the receipt, the thanks, and what they send on. */
async function seenByGiver({ id, reference }: One, amount: number, back?: Back) {
  const { receipt } = await oneRow('donations', { payment_id: id })
  for (const language of ['en', 'sw'])
    for (const path of [`/receipt/${receipt}`, `/payment-success?reference=${reference}`]) {
      const words = await read(path, 'visitor', language)
      const parts = [sum(amount), ...(back ? [language === 'en' ? back.words : back.swahili, sum(back.amount)] : [])]
      for (const part of parts) expect([path, language, words]).toEqual([path, language, expect.stringContaining(part)])
      if (back?.amount === amount)
        expect([path, words]).toEqual([path, expect.not.stringMatching(/Successful|Asante!|yamefaulu/)])
    }
}

/** Mails to the giver and to the owner about a gift that came or money that went back. */
async function written(send: () => Promise<unknown>, parts: string[]) {
  await sql`delete from sandbox.mails`.execute(db)
  await send()
  const rows = await query<{ text: string }>`select subject || text as text from sandbox.mails order by id`
  expect(rows.length).toBeGreaterThan(0)
  for (const { text } of rows) for (const part of parts) expect(text.replaceAll('\u00a0', ' ')).toContain(part)
}
const giftOf = (paymentId: number) =>
  db.selectFrom('donations').where('payment_id', '=', paymentId).select('id as donationId').executeTakeFirstOrThrow()
const backOf = async (paymentId: number) => ({
  reversalId: (
    await db
      .selectFrom('reversals')
      .where('payment_id', '=', paymentId)
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id,
})

/** What a gift of this giver is said to be, in each list of those who may know. */
async function said(name: string, words: string[]) {
  const path = `/fund-drive/${slug}/donations`
  for (const word of [name, ...words])
    expect([path, await read(path, 'owner')]).toEqual([path, expect.stringContaining(word)])
}

test('a gift, a recorded gift, a paid pledge, a part refund, a refund and a chargeback are the same number everywhere [T315]', async () => {
  const given = { donorName: 'Amina Yusuf', donorEmail: 'amina@example.test' }
  const first = await gift(db, drive.id, kes(1000), given)
  await everywhere(kes(1000), 1)
  await seenByGiver(first, kes(1000))
  const thanks = await get(`/payment-success?reference=${first.reference}`, { cookie: cookies.visitor })
  expect(thanks.words.replaceAll('\u00a0', ' ')).toContain(`${sum(kes(1000))} raised of ${sum(goal)}`)
  expect(textsIn(thanks.text)).toEqual([expect.stringContaining(`${plainMoney(kes(1000))} of ${plainMoney(goal)}`)])
  for (const mail of [mailReceipt, mailGift])
    await written(async () => mail(db, await giftOf(first.id)), [sum(kes(1000)), 'Heal Mama Achieng'])
  await gift(db, drive.id, kes(500), given)
  await everywhere(kes(1500), 1)

  await someCash(db, drive, { amount: kes(700), name: 'Mzee Kamau' })
  await everywhere(kes(2200), 2)
  await said('Mzee Kamau', ['Recorded'])
  for (const path of ['statement', 'statement.csv'])
    expect(await read(`/fund-drive/${slug}/${path}`, 'owner')).toContain('Gift from Mzee Kamau, recorded by')
  for (const path of ['?tab=donations', ''])
    expect(await read(`/fundraiser/${slug}${path}`, 'visitor')).toContain('Recorded by')
  expect(await read(`/fund-drive/${slug}/home`, 'owner')).toContain('Mzee Kamau gave KES 700')
  expect(await read(`/fundraiser/${slug}?tab=donations`, 'visitor')).not.toContain('No donations yet')

  await somePledge(db, drive, { amount: kes(300) })
  const second = await gift(db, drive.id, kes(300), { donorName: 'Baraka', donorEmail: 'baraka@example.test' })
  await everywhere(kes(2500), 3)

  await refundSettled(db, first.reference, { extId: 'part-back-0001', amount: kes(400), state: 'processed' })
  await everywhere(kes(2100), 3)
  await said('Amina Yusuf', ['Partly refunded'])
  await seenByGiver(first, kes(1000), { amount: kes(400), words: 'Partly refunded', swahili: 'Sehemu imerudishwa' })
  for (const mail of [mailPaidBack, mailGiftGone])
    await written(async () => mail(db, await backOf(first.id)), [sum(kes(400)), sum(kes(1000))])
  await refundSettled(db, second.reference, { extId: 'whole-back-001', amount: kes(300), state: 'processed' })
  await everywhere(kes(1800), 2)
  await said('Baraka', ['Refunded'])
  await seenByGiver(second, kes(300), { amount: kes(300), words: 'Refunded', swahili: 'Zimerudishwa' })

  const third = await gift(db, drive.id, kes(900), { donorName: 'Otieno', donorEmail: 'otieno@example.test' })
  await everywhere(kes(2700), 3)
  const lost = { extId: 'dispute-000001', amount: kes(900), resolution: 'auto-accepted' as const }
  await disputeResolved(db, third.reference, lost)
  await everywhere(kes(1800), 2)
  await said('Otieno', ['Charged back'])
  const bank = { words: 'Charged back by the payer’s bank', swahili: 'Zimerudishwa na benki ya mlipaji' }
  await seenByGiver(third, kes(900), { amount: kes(900), ...bank })
  for (const mail of [mailPaidBack, mailGiftGone])
    await written(async () => mail(db, await backOf(third.id)), [sum(kes(900)), 'Charged back'])
  expect(await read('/admin/donations', 'office')).toContain('Charged back')
  expect(await read(`/fund-drive/${slug}/donations`, 'owner', 'sw')).toContain('Zimerudishwa na benki ya mlipaji')
  expect(await read(`/fund-drive/${slug}/statement`, 'owner')).toContain('Chargeback')
}, 120_000)
