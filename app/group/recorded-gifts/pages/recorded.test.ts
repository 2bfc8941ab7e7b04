import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { fieldOf } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { cookieOf, someDrive, somePerson } from '#test/make.ts'
import { plainBrowser } from '#test/plain-browser.ts'

// Gifts that did not pass through us, recorded in a browser without a script by an owner and by a treasurer.

const db = await testDatabase()
const { walks } = plainBrowser()
beforeEach(() => sql`delete from rate_limits`.execute(db))
const owner = await somePerson(db)
const cookie = await cookieOf(owner)
type Walker = ReturnType<typeof walks>
const words = ({ page }: Walker) => page.words.replaceAll('\u00a0', ' ')
async function atForm(language = 'en') {
  const { slug } = await someDrive(db, { ownerId: owner.id, goal: '250000' })
  const one = walks({ cookie, language })
  await one.open(`/fund-drive/${slug}/recorded/add`)
  return { one, slug, list: `/fund-drive/${slug}/recorded` }
}

test('an owner records cash, corrects it and makes it void; its giver removes their name', async () => {
  const { one, list } = await atForm()
  await one.open(list)
  expect(words(one)).toContain('No recorded gifts yet')
  await one.press('Record a gift')
  await one.press('Record gift', { amount: '0', name: 'Amina Yusuf', phone: '0712 345 678' })
  expect(words(one)).toContain('Please enter an amount from KES 1 to KES 20,000,000.')
  await one.press('Record gift', { amount: '2000' })
  expect(words(one)).toMatch(/The gift is recorded.*0712 … 678/)
  await one.follow('Amina Yusuf')
  await one.press('Save change', { amount: '2500', why: 'a slip' })
  expect(words(one)).toMatch(/The change is saved.*KES 2,500/)
  await one.follow('Amina Yusuf')
  const receipt = /href="([^"]*\/given\/[^"]*)"/.exec(one.page.text)![1]!
  await one.press('Cancel this gift', { why: 'counted twice' })
  expect(words(one)).toContain('The recorded gift is cancelled')
  const giver = walks()
  await giver.open(receipt)
  for (const said of ['This money did not pass through Harambee.', 'Reason: counted twice', 'Given by'])
    expect(words(giver)).toContain(said)
  await giver.press('Remove my name')
  expect(words(giver)).toContain('KES 2,500')
  expect(words(giver)).not.toMatch(/Amina Yusuf|Given by|Remove your name/)
})

test('envelopes are recorded one after the other, and one that may be there already is asked about', async () => {
  const { one } = await atForm()
  const next = 'Save and record the next'
  const first = { amount: '2000', name: 'Amina Yusuf', givenOn: '2026-01-02', method: 'cheque' }
  await one.press(next, first)
  expect(one.path).toMatch(/\/recorded\/add\?before=\d+$/)
  // Nothing is left of the one before but its day and its way.
  const field = (name: string) => fieldOf(one.page.text, name).value
  expect(['amount', 'name', 'givenOn'].map(field)).toEqual(['', '', '2026-01-02'])
  expect(one.page.text).toMatch(/<option[^>]*value="cheque"[^>]*selected/)
  await one.press(next, { amount: '2,000', name: 'amina yusuf', givenOn: '2026-01-03' })
  const asked = 'This may be recorded already: Amina Yusuf, KES 2,000, on the day before'
  expect(words(one)).toContain(asked)
  expect(field('amount')).toBe('2,000')
  const isTicked = () => /<input(?=[^>]*name="anyway")[^>]*checked=""/.test(one.page.text)
  expect(isTicked()).toBe(false)
  // Refused for something else, the tick stays.
  await one.press('Record gift', { anyway: 'on', amount: '0' })
  expect([isTicked(), words(one)]).toEqual([true, expect.stringContaining('Please enter an amount')])
  await one.press('Record gift', { amount: '2,000' })
  expect(one.path).toMatch(/\/recorded$/)
  expect(words(one).match(/amina yusuf/gi)).toHaveLength(2)
})

test('the tick for one gift does not count for what is typed over it', async () => {
  const { one, list } = await atForm()
  for (const name of ['Amina Yusuf', 'Otieno']) {
    await one.open(`${list}/add`)
    await one.press('Record gift', { amount: '2000', name })
  }
  await one.open(`${list}/add`)
  await one.press('Record gift', { amount: '2000', name: 'Amina Yusuf' })
  await one.press('Record gift', { anyway: 'on', name: 'Otieno' })
  expect(words(one)).toContain('This may be recorded already: Otieno')
  await one.press('Record gift', { anyway: 'on' })
  expect(one.path).toMatch(/\/recorded$/)
  expect(words(one).match(/Otieno/g)).toHaveLength(2)
})

test('a treasurer who was invited records and sees nothing of the purse, until they are removed [T986]', async () => {
  const { one, slug, list } = await atForm()
  const other = await somePerson(db, { fullName: 'Otieno Ouma' })
  const helper = walks({ cookie: await cookieOf(other) })
  const helpers = `/fund-drive/${slug}/settings/helpers`
  await one.open(helpers)
  await one.press('Make a link for the helper', { invited: 'Otieno' })
  expect(one.page.text).toMatch(/href="https:\/\/wa\.me/)
  await helper.open(/value="https?:\/\/[^/]+(\/help\/[^"]+)"/.exec(one.page.text)![1]!)
  await helper.press('Help as treasurer')
  expect(words(helper)).toContain('You help with this fund drive as its treasurer')
  expect(words(helper)).not.toMatch(/Available|Withdraw/)
  for (const page of ['payouts/withdraw', 'settings', 'analytics', 'comments', 'rsvps', 'statement'])
    expect([page, (await helper.open(`/fund-drive/${slug}/${page}`)).status]).toEqual([page, 404])
  await helper.open(`${list}/add`)
  await helper.press('Record gift', { amount: '300' })
  expect(words(helper)).toContain('The gift is recorded')
  expect((await helper.open('/dashboard')).words).toContain('What you help with')
  await one.open(helpers)
  await one.press('Remove Otieno Ouma')
  expect(words(one)).toContain('This person no longer helps')
  expect((await helper.open(list)).status).toBe(404)
  await one.open(list)
  expect(words(one)).toContain('Otieno Ouma')
})

test('in Swahili the receipt says that the money did not pass through Harambee, and a day to come is refused', async () => {
  const { one } = await atForm('sw')
  await one.press('Andika mchango', { amount: '1000', givenOn: '2199-01-01' })
  expect(fieldOf(one.page.text, 'givenOn').isWrong).toBe(true)
  await one.press('Andika mchango', { givenOn: '2026-01-02' })
  expect(words(one)).toContain('Mchango umeandikwa')
  await one.follow('Hakutaja jina')
  await one.follow('Fungua risiti')
  expect(words(one)).toContain('Pesa hii haikupitia Harambee.')
})
