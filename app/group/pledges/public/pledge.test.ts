import { expect, test } from 'vitest'
import { wordsOf } from '#test/as-sent.ts'
import { testDatabase } from '#test/database.ts'
import { newPhone, railOfEachTest } from '#test/give-by-phone.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { mailed, worksOffJobs } from '#test/working.ts'

// A promise to give later, in browsers without a script: made on the public page, paid in parts, looked after by the organiser.

const db = await testDatabase()
booksMustHold(() => db)
const { walks, send } = plainBrowser()
worksOffJobs()
const { paidOn } = railOfEachTest(db)
const owner = await somePerson(db)
const { slug } = await someDrive(db, { ownerId: owner.id })
type Walker = ReturnType<typeof walks>
let nr = 0
const someMail = () => `amina${++nr}@example.org`
const words = ({ page }: Walker) => page.words.replaceAll('\u00a0', ' ')
const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')
async function promise(one: Walker, typed: Record<string, string>) {
  await one.open(`/fundraiser/${slug}/pledge`)
  await one.press('I will give later', { name: 'Amina Yusuf', ...typed })
}
const reads = (one: Walker, path: string, said: string) =>
  expect.poll(async () => one.open(path).then(() => words(one))).toContain(said)

const say = {
  en: {
    later: 'I will give later',
    who: 'Enter your name, or choose to stay anonymous',
    nearly: 'Nearly done: open the message we sent and confirm',
    mine: 'Open my pledge',
    open: (sum: string) => `KES ${sum} still open`,
    confirm: 'Confirm my pledge',
    counts: 'Thank you! Your pledge counts for the fundraiser',
    change: 'Change the amount or the day, or cancel my pledge',
    amount: 'Enter an amount such as 2,000',
    save: 'Save the changes',
    pay: 'Pay by M-Pesa',
    stop: 'No more reminders',
    stopped: 'We send no reminders of this pledge.',
    cancel: 'Cancel my pledge',
    over: 'This pledge was cancelled. Nothing is expected of you.',
  },
  sw: {
    later: 'Nitatoa baadaye',
    who: 'Andika jina lako, au chagua kutotajwa',
    nearly: 'Bado kidogo: fungua ujumbe tuliokutumia na uthibitishe',
    mine: 'Fungua ahadi yangu',
    open: (sum: string) => `KES ${sum} bado`,
    confirm: 'Thibitisha ahadi yangu',
    counts: 'Asante! Ahadi yako inahesabiwa kwa changisho hili',
    change: 'Badili kiasi au siku, au ghairi ahadi yangu',
    amount: 'Weka kiasi kama 2,000',
    save: 'Hifadhi mabadiliko',
    pay: 'Lipa kwa M-Pesa',
    stop: 'Acha vikumbusho',
    stopped: 'Hatutumi vikumbusho kuhusu ahadi hii.',
    cancel: 'Ghairi ahadi yangu',
    over: 'Ahadi hii imeghairiwa. Hakuna kinachotarajiwa kutoka kwako.',
  },
}

test.each(['en', 'sw'] as const)('promised, agreed to, changed, paid in part, cancelled (%s)', async (language) => {
  const text = say[language]
  const [one, email, phone] = [walks({ language }), someMail(), newPhone()]
  await one.open(`/fundraiser/${slug}/donate`)
  await one.follow(text.later)
  await one.press(text.later)
  expect(words(one)).toContain(text.who)
  await one.press(text.later, { amount: '3000', name: 'Wanjiru', phone, email })
  expect(words(one)).toContain(text.nearly)
  await one.follow(text.mine)
  const mine = one.path
  expect(words(one)).toContain(text.open('3,000'))
  expect(words(one)).not.toContain(text.confirm)
  const [mail] = await mailed(db, email)
  await one.open(pathOf(/http\S+\/pledge\/\w{25}\?yes=\w{8}/.exec(mail!.text)![0]))
  await one.press(text.confirm)
  expect(words(one)).toContain(text.counts)
  await one.follow(text.change)
  await one.press(text.save, { amount: '0' })
  expect(words(one)).toContain(text.amount)
  await one.press(text.save, { amount: '1000' })
  expect(words(one)).toContain(text.open('1,000'))
  await one.press(text.pay, { amount: '400' })
  expect(one.path).toMatch(/^\/pay\//)
  const waits = one.path
  await paidOn(phone)
  await one.open(waits)
  expect(one.path).toMatch(/^\/payment-success/)
  await reads(one, mine, text.open('600'))
  await one.press(text.stop)
  expect(words(one)).toContain(text.stopped)
  await one.follow(text.change)
  await one.press(text.cancel)
  expect(words(one)).toContain(text.over)
  expect(one.page.text).not.toContain(text.pay)
})

test('the reader of a mail ends all mails about pledges, and has them again', async () => {
  const [one, email] = [walks(), someMail()]
  await promise(one, { amount: '2000', email })
  const [mail] = await mailed(db, email, /Your pledge is written down/)
  const link = pathOf(/http\S+\?mails=\w{16}/.exec(mail!.text)![0])
  const [, token, reader] = /\/pledge\/(\w{25})\?mails=(\w{16})/.exec(link)!
  // A mail program sends this.
  const pressed = async (proof: string) =>
    (await send(`/hooks/mails/${token}/${proof}`, { 'List-Unsubscribe': 'One-Click' })).status
  expect([await pressed('0'.repeat(16)), await pressed(reader!)]).toEqual([404, 200])
  await one.open(`/hooks/mails/${token}/${reader}`)
  expect(one.path).toBe(link)
  const ended = 'We write nothing about pledges to this email address.'
  expect(words(one)).toContain(ended)
  await one.press('Write to me again')
  expect(words(one)).toContain('We write about pledges to this email address again')
  await one.press('Never write to this address again')
  expect(words(one)).toContain(ended)
  // The link of the pledge alone shows nothing of it.
  await one.open(`/pledge/${token}`)
  expect(words(one)).not.toContain('about pledges')
})

test('the phone that promised gives on the public page: its giver says that the gift is for the pledge', async () => {
  const [one, phone] = [walks(), newPhone()]
  await promise(one, { amount: '1500', phone })
  await one.follow('Open my pledge')
  const mine = one.path
  await one.open(`/fundraiser/${slug}/donate`)
  await one.press('Pay by M-Pesa', { suggested: '500', phone })
  const waits = one.path
  await paidOn(phone)
  await reads(one, waits, 'Is this gift for your pledge?')
  await one.press('This is for my pledge')
  expect(words(one)).toContain('The gift counts for your pledge')
  expect(words(one)).not.toContain('Is this gift for your pledge?')
  await reads(one, mine, 'KES 1,000 still open')
})

test('the organiser writes a pledge down, reminds on WhatsApp, records cash for it, finds it, and cancels it', async () => {
  const one = walks({ cookie: (await signedIn(owner)).headers.get('cookie')! })
  const pledges = `/fund-drive/${slug}/pledges`
  await one.open(pledges)
  await one.follow('Write down a pledge')
  await one.press('Write down the pledge', { name: 'Mama Njeri', amount: '5000', phone: '0712 345 678' })
  const row = () => /<tr\b(?:(?!<tr).)*Mama Njeri.*?<\/tr>/s.exec(one.page.text)![0]
  expect(row()).toContain('written down by')
  const remind = /href="([^"]*\/remind[^"]*)"/.exec(row())![1]!
  await one.open(remind)
  expect(decodeURIComponent(one.path)).toMatch(
    /^https:\/\/wa\.me\/254712345678\?text=Hello Mama Njeri! You pledged KES 5,000 .*\/pledge\/\w{25}/,
  )
  await one.open(`${pledges}?search=678`)
  await one.follow('Paid outside Harambee')
  await one.press('Record gift', { amount: '2000', method: 'mpesa', code: 'skc12' })
  expect(words(one)).toContain('Use the 6 to 20 letters and digits of the code.')
  await one.press('Record gift', { code: 'SKC1234567' })
  expect(words(one)).toContain('The gift is recorded, and counts for the pledge')
  await expect.poll(() => one.open(pledges).then(() => wordsOf(row()))).toMatch(/KES 5,000 KES 2,000 .*Part given/)
  await one.open(`${pledges}?search=nobody`)
  expect(words(one)).toContain('No such pledges')
  await one.press('Search', { search: '678' })
  await one.follow('Cancel')
  await one.press('Cancel the pledge')
  expect([one.path, row()]).toEqual([expect.stringContaining('search=678'), expect.stringContaining('Cancelled')])
})
