import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { fieldOf } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { cookieOf, someDrive, somePerson } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { newCode, unplacedMoney } from '#test/paid-by-hand.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { pretendRail } from '#test/pretend-rail.ts'

// A drive's code, which any phone can type, and money that came with a slip in it, in browsers without a script.

const db = await testDatabase()
booksMustHold(() => db)
const { walks } = plainBrowser()
const rail = pretendRail()
beforeEach(async () => {
  useMobileMoney(rail)
  await sql`delete from rate_limits`.execute(db)
})
const owner = await somePerson(db)
const [own, office] = [await cookieOf(owner), await cookieOf(await somePerson(db, { admin: true }))]
type Walker = ReturnType<typeof walks>
const words = ({ page }: Walker) => page.words.replaceAll('\u00a0', ' ')

test('the owner chooses a word, reads why one is refused, and an administrator finds the drive by it', async () => {
  const one = walks({ cookie: own })
  const settings = async () => one.open(`/fund-drive/${(await someDrive(db, { ownerId: owner.id })).slug}/settings`)
  await settings()
  const [, number] = /Paybill 174379 ?, account ([1-9]\d{5})/.exec(words(one))!
  await one.press('Save word', { word: 'bcdfghj' })
  expect(words(one)).toContain('Settings updated successfully')
  expect(words(one)).toMatch(/Paybill 174379 ?, account BCDFGHJ/)
  for (const [word, why] of [
    ['abc', 'Use 4 to 7 letters A–Z.'],
    ['ADMIN', 'This word can’t be used. Please choose another.'],
  ] as const) {
    await one.press('Save word', { word })
    expect(words(one)).toContain(why)
  }
  await settings()
  await one.press('Save word', { word: 'BCDFGHJ' })
  expect(words(one)).toContain('Another fund drive has or had this word. Please choose another.')
  await one.press('Save word', { word: 'BCDFGHZ' })
  expect(words(one)).toContain('This is only one letter away from the word of another fund drive.')
  const admin = walks({ cookie: office })
  await admin.open('/admin/fund-drives?search=bcdfghj')
  await admin.follow('Heal Mama Achieng')
  expect(words(admin)).toContain(`BCDFGHJ, ${number}`)
})

test.each([
  ['en', 'Find my payment', 'Enter the last three digits of the number that paid', /M-Pesa code has 10 letters/],
  ['sw', 'Tafuta malipo yangu', '', /Msimbo wa M-Pesa una herufi na tarakimu 10/],
] as const)('a claim says at its fields what is missing or not right (%s)', async (language, find, missing, shape) => {
  const one = walks({ language })
  await one.open(`/fundraiser/${(await someDrive(db)).slug}/claim`)
  await one.press(find)
  expect(words(one)).toContain(missing)
  await one.press(find, { code: 'TKN4' })
  expect(words(one)).toMatch(shape)
  expect(fieldOf(one.page.text, 'code')).toEqual({ value: 'TKN4', isWrong: true })
})

test('an administrator places money that nobody claims, and records what was sent back', async () => {
  const { slug } = await someDrive(db)
  const admin = walks({ cookie: office })
  const desk = async (nr: number) => admin.open(`/admin/books/unplaced/${nr}`)
  await desk((await unplacedMoney(db, rail)).id)
  await admin.follow('Place it on a fund drive')
  await admin.press('Place it', { why: 'The payer called us' })
  expect(words(admin)).toContain('Choose the fund drive that the money was meant for.')
  await admin.press('Place it', { to: 'typed', typed: `https://harambee.example/fundraiser/${slug}` })
  expect(words(admin)).toContain('The money is placed')
  expect((await walks().open(`/fundraiser/${slug}?tab=donations`)).words.replaceAll('\u00a0', ' ')).toContain('KES 200')

  await desk((await unplacedMoney(db, rail, 'NYUMBA')).id)
  await admin.follow('Send it back')
  await admin.press('I am sending it back now', { why: 'The payer asked for it' })
  expect(words(admin)).toMatch(/It is reserved for you.*It is being sent back/)
  await admin.follow('It was not sent')
  await admin.press('It was not sent', { why: 'The portal is down' })
  expect(words(admin)).toContain('The money can be placed again')
  await admin.follow('Send it back')
  await admin.press('I am sending it back now', { why: 'The payer asked for it' })
  await admin.follow('It was sent back')
  await admin.press('Record the return', { code: '123', why: 'The payer asked for it' })
  expect(words(admin)).toContain('An M-Pesa code has 10 letters and digits')
  expect(fieldOf(admin.page.text, 'why').value).toBe('The payer asked for it')
  await admin.press('Record the return', { code: newCode() })
  expect(words(admin)).toContain('The return is recorded')
})
