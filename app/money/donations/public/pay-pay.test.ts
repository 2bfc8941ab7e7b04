import { expect, test } from 'vitest'
import { queryDueRequests } from '#app/money/mpesa/query.server.ts'
import { fieldOf } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { newPhone, railOfEachTest } from '#test/give-by-phone.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { timePasses } from '#test/time.ts'

// A gift by a request on the phone, in a browser without a script: the form, the page that waits, and how it can end.

const db = await testDatabase()
booksMustHold(() => db)
const { walks } = plainBrowser()
const money = railOfEachTest(db)
const { slug } = await someDrive(db)
type Walker = ReturnType<typeof walks>

const pay = { en: 'Pay by M-Pesa', sw: 'Lipa kwa M-Pesa' }
const asks = {
  en: 'Check your phone and enter your M-Pesa PIN. We never ask for it here.',
  sw: 'Angalia simu yako na uweke PIN ya M-Pesa. Hapa hatuiulizi kamwe.',
}
async function give(one: Walker, phone: string, amount = '500', language: 'en' | 'sw' = 'en') {
  await one.open(`/fundraiser/${slug}/donate`)
  return one.press(pay[language], { suggested: amount, phone })
}
const words = ({ page }: Walker) => page.words.replaceAll('\u00a0', ' ')

test('a mistake is said at its field, and what was typed stays [T981]', async () => {
  const one = walks()
  await one.open(`/fundraiser/${slug}/donate`)
  await one.press(pay.en)
  for (const said of ['Enter an amount', 'Enter your M-Pesa number']) expect(words(one)).toContain(said)
  await one.press(pay.en, { suggested: 'other', amount: '10.50', phone: '0722' })
  expect(words(one)).toContain('Enter a Safaricom number such as 0712 345 678')
  expect(['amount', 'phone'].map((name) => fieldOf(one.page.text, name).value)).toEqual(['10.50', '0722'])
  await one.press('Pay KES 10.50 by M-Pesa', { phone: newPhone() })
  expect(words(one)).toContain('This payment method takes whole shillings only.')
  expect(fieldOf(one.page.text, 'amount')).toEqual({ value: '10.50', isWrong: true })
})

test.each(['en', 'sw'] as const)(
  'the page of the request waits by itself, and leads to the thanks (%s)',
  async (language) => {
    const [one, phone] = [walks({ language }), newPhone()]
    await give(one, phone, '200', language)
    expect([one.path, words(one)]).toEqual([expect.stringMatching(/^\/pay\//), expect.stringContaining(asks[language])])
    expect(one.page.text).toMatch(/<meta[^>]*http-equiv="refresh"/i)
    const first = one.path
    await give(one, phone, '200', language)
    expect([one.path, money.rail.sent.length]).toEqual([first, 1])
    await money.paidOn(phone)
    await one.open(first)
    expect(one.path).toMatch(/^\/payment-success\?/)
    expect(words(one)).toContain(language === 'en' ? 'Payment Successful!' : 'Malipo yamefaulu!')
    expect(words(one)).not.toContain('emailed your receipt')
  },
)

test.each([
  ['short', 'Your M-Pesa balance is too small. Nothing was taken.'],
  ['cancelled', 'You cancelled the request. Nothing was taken.'],
  ['wrong_pin', 'The PIN was wrong. Nothing was taken.'],
  ['locked', 'Your M-Pesa PIN is locked. Nothing was taken.'],
] as const)('a request that ended as %s says why, and how to go on', async (state, said) => {
  const [one, phone] = [walks(), newPhone()]
  await give(one, phone)
  money.rail.asked = () => ({ state, code: '1', why: null })
  await timePasses('20 seconds')
  await queryDueRequests(db)
  await one.open(one.path)
  expect(words(one)).toContain(said)
  expect(words(one).includes('Give another amount')).toBe(state === 'short')
  const waits = one.path
  await one.follow('Card or bank')
  expect(words(one)).toContain('Email')
  await one.open(waits)
  money.rail.asked = () => ({ state: 'open', code: '', why: null })
  await timePasses('80 seconds')
  await one.press('Send it again')
  expect([one.path, words(one)]).toEqual([waits, expect.stringContaining(asks.en)])
  expect(money.rail.sent.filter((sent) => sent.phone === phone)).toHaveLength(2)
})

test('a gift that was paid twice asks its giver, who gives both or has one back', async () => {
  for (const [choice, said] of [
    ['Give both', 'Payment Successful!'],
    ['Send one back', 'We send KES 500 back to you'],
  ] as const) {
    const [one, phone] = [walks(), newPhone()]
    await give(one, phone)
    money.rail.pushing = async ({ id }) => ({ is: 'sent', id })
    await timePasses('80 seconds')
    await one.open(one.path)
    await one.press('Send it again')
    await money.paidOn(phone)
    await one.open(one.path)
    await one.follow('Give both, or have one back')
    expect(words(one)).toContain('KES 500 arrived a second time. Do you want to give both, or have one back?')
    await one.press(choice)
    expect(words(one)).toContain(said)
  }
})
