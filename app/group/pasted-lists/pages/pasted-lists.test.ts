import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { wordsOf } from '#test/as-sent.ts'
import { testDatabase } from '#test/database.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { plainBrowser } from '#test/plain-browser.ts'

// A treasurer pastes what a group wrote, enters it, sends the list out, and takes it back, in a browser without a script.

const db = await testDatabase()
const { walks } = plainBrowser()
beforeEach(() => sql`delete from rate_limits`.execute(db))
const owner = await somePerson(db)
const cookie = (await signedIn(owner)).headers.get('cookie')!
type Walker = ReturnType<typeof walks>
const words = ({ page }: Walker) => page.words.replaceAll('\u00a0', ' ')

async function pasting() {
  const { slug } = await someDrive(db, { ownerId: owner.id })
  const one = walks({ cookie })
  const drive = `/fund-drive/${slug}`
  const paste = async (text: string) => {
    await one.open(`${drive}/bridge`)
    return one.press('Read the text', { text })
  }
  return { one, drive, slug, paste }
}
/** The boxes of the rows, by whether they are ticked. */
const boxes = ({ page }: Walker) =>
  [...page.text.matchAll(/<input(?=[^>]*name="(pick\.[^"]*)")[^>]*>/g)].map(([tag, name]) => ({
    name: name!,
    isOn: tag.includes('checked=""'),
  }))
const ticked = (one: Walker) => Object.fromEntries(boxes(one).map(({ name }) => [name, 'on']))

/** A message of yesterday, whose code tells the same day. */
function message(): string {
  const [year, month, day] = new Date(Date.now() - 21 * 3_600_000).toISOString().slice(0, 10).split('-').map(Number)
  const begins = String.fromCharCode(65 + year! - 2006, 64 + month!) + day!.toString(32).toUpperCase()
  return `${begins}E123456 Confirmed.You have received Ksh1,000.00 from AKOTH NEKESA 0723***873 on ${day}/${month}/${year} at 3:45 PM  New M-PESA balance is Ksh6,103.82.`
}

test('a list is pasted, approved, sent out and taken back', async () => {
  const { one, drive, slug, paste } = await pasting()
  const lines = ['1. Otis 500 ✅', '2. Juma 500/2000', '3. Asha 300 pledge', '4. Halima 700', '5. Mtu 5,00 ✅']
  await paste([message(), '', '*MICHANGO*', ...lines, '6. ~Otieno 500~'].join('\n'))
  expect(words(one)).toContain('Check the rows')
  expect(words(one)).toContain('5. Mtu 5,00 ✅')
  expect(words(one)).toContain('Crossed out')
  // Only the treasurer's own message with its code is ticked beforehand.
  expect(boxes(one).map(({ isOn }) => isOn)).toEqual([true, false, false, false, false])
  const halima = boxes(one)[4]!.name
  await one.press('Enter the ticked rows', { ...ticked(one), [halima]: null })
  expect(words(one)).toContain('Please choose how it was given.')
  await one.press('Enter the ticked rows', { ...ticked(one), [halima]: null, method: 'cash' })
  expect(words(one)).toMatch(/4 rows entered.*4 entered, 1 left/)

  await one.open(`${drive}/list`)
  const text = /<textarea[^>]*>([^<]*)/.exec(one.page.text)![1]!
  for (const line of ['Akoth Nekesa - 1,000 ✅', 'Juma - 2,000 (paid 500, balance 1,500) ⏳', 'Asha - 300 ⏳'])
    expect(text).toContain(line)
  expect(text).toContain('Total paid: KES 2,000')
  expect(text).toContain(`/fundraiser/${slug}`)
  expect(one.page.text).toMatch(/href="https:\/\/wa\.me/)
  expect(wordsOf((await one.open(`${drive}/list.txt`)).text)).toBe(wordsOf(text))
  const picture = await one.open(`${drive}/list.jpg?page=1`)
  expect([picture.headers['content-type'], picture.bytes.length <= 250_000]).toEqual(['image/jpeg', true])
  expect((await one.open(`${drive}/list.jpg?page=2`)).status).toBe(404)

  // Our own list, pasted again, proposes nothing.
  await paste(text)
  expect(words(one)).toContain('All that we read in this text is counted already.')
  await one.open(`${drive}/bridge`)
  await one.follow('Take this paste back')
  expect(words(one)).toMatch(/3 gifts are cancelled\..*2 pledges are cancelled\./)
  await one.press('Take the paste back')
  expect(words(one)).toContain('4 rows taken back')
  expect((await one.open(`${drive}/list`)).words).not.toContain('Akoth')
})

test('what is on the list already is marked, and once all rows are entered the page leads to the list', async () => {
  const { one, paste } = await pasting()
  const yesterday = '1. Mama Njeri 500 ✅\n2. Otis 1k ✅'
  await paste(yesterday)
  await one.press('Enter the ticked rows', { ...ticked(one), method: 'cash' })
  expect(words(one)).toMatch(/2 rows entered.*All rows of this paste are entered/)
  await one.follow('Send the list to the group')
  expect(one.page.text).toMatch(/<textarea[^>]*>[^<]*Otis - 1,000 ✅/)
  await paste(`${yesterday}\n3. Wekesa 700 ✅`)
  expect(words(one).match(/May be on your list already/g)).toHaveLength(2)
})

test('all of a list without ticks have paid on one day, in one press; what is doubtful waits', async () => {
  const { one, drive, paste } = await pasting()
  await paste('1. Mama Njeri 500\n2. Otis Ochieng 1,000\n3. Rehema Ali 10€')
  expect(words(one)).toContain('3 rows, KES 1,500')
  await one.follow('All of these have paid')
  expect(boxes(one).map(({ isOn }) => isOn)).toEqual([true, true, false])
  await one.press('Enter the ticked rows', { method: 'cash', day: '2026-01-05' })
  expect(words(one)).toContain('2 entered, 1 left')
  await one.open(`${drive}/recorded`)
  expect(words(one).match(/5 Jan 2026/g)).toHaveLength(2)
})
