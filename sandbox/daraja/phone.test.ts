import { beforeEach, expect, test } from 'vitest'
import { pretendedDaraja } from '#test/daraja.ts'
import { testDatabase } from '#test/database.ts'

await testDatabase()
let world = await pretendedDaraja()
beforeEach(async () => {
  world = await pretendedDaraja()
})
const own = '254712345678'
const shown = async (path = `/${own}`) => (await world.page(path)).text()
const leadsTo = async (path: string) => (await world.page(path)).headers.get('location')
const press = async (form: Record<string, string>) => {
  const answer = await world.page(`/${own}`, form)
  expect(answer.status).toBe(303)
  return answer.headers.get('location')
}
const ask = (more = {}) => world.control('prompt', { phone: own, ...more })
const marked = async () => (await (await world.page(`/${own}?state`)).json()) as { mark: string }

test('a phone is found however its number is written; what is no number is said', async () => {
  for (const typed of ['0712 345 678', '+254712345678', '254712345678'])
    expect(await leadsTo(`?number=${encodeURIComponent(typed)}`)).toBe(`/sandbox/phone/${own}`)
  expect(await leadsTo('/0712345678')).toBe(`/sandbox/phone/${own}`)
  const wrong = await world.page('?number=0812%3Cb%3E')
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toMatch(/0812&lt;b&gt;[\s\S]*Enter a Kenyan mobile number/)
  expect((await world.page('/nobody')).status).toBe(404)
  expect((await world.page('/%00')).status).toBe(200)
})
test('a phone that nobody used is there, and looking at it does not make one', async () => {
  expect(await shown()).toMatch(/Nothing waits here[\s\S]*No messages yet/)
  expect(await shown('')).not.toContain('Used lately')
})
test('a request says who asks, how much and for what; the right PIN pays it', async () => {
  await ask()
  const page = await shown()
  const asks = /Do you want to pay Ksh500.00 to HARAMBEE\?[\s\S]*174379[\s\S]*HEAL7K2Q[\s\S]*waits 60 more seconds/
  expect(page).toMatch(asks)
  expect(page).not.toContain('http-equiv="refresh"')
  expect(await press({ press: 'send', pin: '1234' })).toBe(`/sandbox/phone/${own}`)
  const after = await shown()
  expect(after).toMatch(/Paid:[\s\S]*M-PESA<\/b>[\s\S]*Confirmed\. Ksh500\.00 sent to HARAMBEE for account HEAL7K2Q/)
  expect(after).toContain('M-PESA balance Ksh49,500.00')
  expect(after).toContain('<noscript><meta http-equiv="refresh"')
})
test.each([
  [{ press: 'send', pin: '9999' }, 'Wrong PIN'],
  [{ press: 'cancel' }, 'Cancelled'],
  [{ press: 'run-out' }, 'Ran out'],
])('%o', async (form, says) => {
  await ask()
  await press(form)
  expect(await shown()).toContain(`<b>${says}:</b>`)
})
test('a PIN of other than four digits ends nothing, and a press that is too late says so', async () => {
  await ask()
  expect(await press({ press: 'send', pin: '12' })).toBe(`/sandbox/phone/${own}?says=pin`)
  expect(await shown(`/${own}?says=pin`)).toContain('Enter the four digits of the PIN.')
  world.clock.advance(60_000)
  expect(await press({ press: 'send', pin: '1234' })).toBe(`/sandbox/phone/${own}?says=late`)
  expect(await shown(`/${own}?says=late`)).toMatch(/It was too late[\s\S]*Ran out/)
  expect(await shown(`/${own}?says=toString`)).not.toContain('function')
})
test('a phone that is off shows no request, and the request ends as not reached', async () => {
  await press({ press: 'off' })
  await ask()
  expect(await shown()).toMatch(/This phone is switched off/)
  expect(await shown()).not.toContain('M-PESA PIN')
  world.clock.advance(60_000)
  expect(await shown()).toContain('<b>Not reached:</b>')
  await press({ press: 'on' })
  expect(await shown()).toContain('This phone is on')
})
test('a balance that is too small can be added to', async () => {
  await ask({ shillings: 60_000 })
  await press({ press: 'send', pin: '1234' })
  expect(await shown()).toMatch(/The balance was too small[\s\S]*You do not have enough money/)
  await press({ press: 'top-up' })
  await ask({ shillings: 60_000 })
  await press({ press: 'send', pin: '1234' })
  expect(await shown()).toContain('M-PESA balance Ksh40,000.00')
})
test('the page asks whether it is still true: a request, its end and a message change the answer', async () => {
  const marks = [(await marked()).mark]
  await ask()
  marks.push((await marked()).mark)
  expect((await marked()).mark).toBe(marks.at(-1))
  await press({ press: 'send', pin: '1234' })
  marks.push((await marked()).mark)
  expect(new Set(marks).size).toBe(3)
})
test('the phones used lately are for the person at this machine', async () => {
  await ask()
  expect(await shown('')).toMatch(/Used lately[\s\S]*0712 345 678/)
  const away = await world.page('', undefined, { 'x-forwarded-for': '10.1.2.3' })
  expect(await away.text()).not.toContain('0712 345 678</a>')
})

test('a payment can be reversed from its page, and not that of another phone', async () => {
  await ask()
  await press({ press: 'send', pin: '1234' })
  const [, receipt] = /name="reverse" value="([A-Z0-9]{10})"/.exec(await shown())!
  const other = await world.page('/254712345679', { reverse: receipt! })
  expect(other.headers.get('location')).toBe('/sandbox/phone/254712345679?says=money')
  expect(await shown()).toContain('M-PESA balance Ksh49,500.00')
  expect(await press({ reverse: receipt! })).toBe(`/sandbox/phone/${own}`)
  const after = await shown()
  expect(after).toContain('M-PESA balance Ksh50,000.00')
  expect(after).toContain(`Transaction ${receipt} has been reversed`)
  expect(after).not.toContain('name="reverse"')
})
