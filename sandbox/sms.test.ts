import { expect, test } from 'vitest'
import { thePool } from '#app/platform/db.server.ts'
import { testDatabase } from '#test/database.ts'
import { openGateway } from './africastalking.ts'
import { HangUp } from './bodies.ts'
import { keepSms } from './sms.ts'
import { smsAnswer } from './sms-pages.ts'

await testDatabase()
const query = (text: string, values: unknown[]) => thePool().query(text, values)
const ask = (path: string) => smsAnswer(query, new Request(`http://localhost${path}`), { nonce: 'n0nce' })
type Json = { sms: { to: string; from: string; text: string; sent_at: string }[] }
const textOf = async (path: string) => (await ask(path)).text()
const textsTo = async (to: string) =>
  ((await (await ask(`/sandbox/sms.json?to=${encodeURIComponent(to)}`)).json()) as Json).sms

const told: URLSearchParams[] = []
const post = async (form: URLSearchParams) => void told.push(form)
const gateway = openGateway({ query, key: () => 'the key', post, reportAfter: 1 })
type Sent = { to?: string; message?: string; from?: string; key?: string; accept?: string }
const send = ({ key = 'the key', accept = 'application/json', message = 'x', ...fields }: Sent) => {
  const body = new URLSearchParams({ username: 'sandbox', message, ...fields })
  const init = { method: 'POST', headers: { apikey: key, accept }, body }
  return gateway.answer(new Request('http://localhost/sandbox/africastalking/version1/messaging', init))
}
type Recipient = { statusCode: number; status: string; messageId: string }
const handed = async (sent: Sent) => {
  const answer = (await (await send(sent)).json()) as { SMSMessageData: { Message: string; Recipients: Recipient[] } }
  return { says: answer.SMSMessageData.Message, one: answer.SMSMessageData.Recipients[0]! }
}
const reportOf = (id: string) =>
  expect.poll(() => told.find((form) => form.get('id') === id)?.get('status'), { timeout: 2000 })
test('an empty inbox says what will arrive', async () => {
  expect(await textOf('/sandbox/sms')).toContain('No texts yet')
  expect(await textsTo('')).toEqual([])
})
test('texts of one phone are read newest first, however its number is written, no matter who sent them', async () => {
  await keepSms(query, { to: '+254712345678', sender: 'M-PESA', text: 'SLK4H2A7QX Confirmed.' })
  await keepSms(query, { to: '+254712345678', sender: 'HARAMBEE', text: 'Thank you! See https://h.test/r/1?a=1&b=<2' })
  await keepSms(query, { to: '+254700000001', sender: 'HARAMBEE', text: '<script>alert(1)</script>' })
  for (const written of ['0712 345 678', '254712345678', '+254 712-345678', '00254712345678'])
    expect((await textsTo(written)).map(({ from }) => from)).toEqual(['HARAMBEE', 'M-PESA'])
  const [newest] = await textsTo('0712345678')
  expect(Object.keys(newest!)).toEqual(['to', 'from', 'text', 'sent_at'])
  expect(Date.now() - Date.parse(newest!.sent_at)).toBeLessThan(60_000)
  const page = await textOf('/sandbox/sms?to=0712345678')
  expect(page).toContain('<a href="https://h.test/r/1?a=1&amp;b=">')
  expect(page).not.toContain('+254700000001')
  expect(await textOf('/sandbox/sms')).not.toContain('<script>')
})
test('a long list goes on with older texts, and what can’t be a number has none', async () => {
  for (let i = 0; i < 55; i++) await keepSms(query, { to: '+254733000000', sender: 'HARAMBEE', text: `text ${i}` })
  const first = await textOf('/sandbox/sms?to=0733000000')
  const older = /href="(\/sandbox\/sms\?[^"]*before=\d+)"/.exec(first)![1]!.replaceAll('&amp;', '&')
  expect((await textOf(older)).match(/<li /g)).toHaveLength(5)
  expect((await ask('/sandbox/sms.json?to=%00&before=x')).status).toBe(200)
  expect(await textsTo('nobody')).toEqual([])
  expect((await ask('/sandbox/sms/evil')).status).toBe(404)
})
test('the pretend gateway answers as the real one does, keeps the text and says that it was delivered', async () => {
  const sent = { to: '+254711222333', from: 'HARAMBEE', message: 'Habari' }
  expect((await send({ ...sent, to: '+254711222335' })).status).toBe(201)
  const { says, one } = await handed(sent)
  expect(says).toBe('Sent to 1/1 Total Cost: KES 0.8000')
  expect(one).toMatchObject({ statusCode: 101, number: '+254711222333', status: 'Success', cost: 'KES 0.8000' })
  await reportOf(one.messageId).toBe('Success')
  expect(await textsTo('0711222333')).toMatchObject([{ from: 'HARAMBEE', text: 'Habari' }])
})
test('it refuses a wrong key and what is missing, and speaks XML to callers that did not ask for JSON', async () => {
  expect((await send({ to: '+254711222333', key: 'another' })).status).toBe(401)
  expect((await send({ to: '+254711222333', message: '' })).status).toBe(400)
  expect(await (await send({ to: '+254711222334', accept: '*/*' })).text()).toMatch(/^<AfricasTalking/)
})
test.each([
  ['03', 403, 'InvalidPhoneNumber'],
  ['05', 405, 'InsufficientBalance'],
  ['06', 406, 'UserInBlacklist'],
  ['50', 500, 'InternalServerError'],
])('a text to 0708 374 9%s is refused with %s', async (end, statusCode, status) => {
  expect((await handed({ to: `+2547083749${end}` })).one).toMatchObject({ statusCode, status, messageId: 'None' })
  expect(await textsTo(`07083749${end}`)).toEqual([])
})
test('by number its answer breaks, is lost, or comes after the report; a text does not arrive, or nobody says so', async () => {
  expect((await send({ to: '+254708374951' })).status).toBe(502)
  await expect(send({ to: '+254708374960', message: 'arrives' })).rejects.toThrow(HangUp)
  expect(await textsTo('0708374960')).toMatchObject([{ text: 'arrives' }])
  const before = told.length
  const early = await handed({ to: '+254708374961' })
  expect(told.slice(before).map((form) => form.get('id'))).toContain(early.one.messageId)
  const late = await handed({ to: '+254708374962' })
  await reportOf(late.one.messageId).toBe('Failed')
  const silent = await handed({ to: '+254708374963' })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(told.some((form) => form.get('id') === silent.one.messageId)).toBe(false)
})
test('a pretend phone answers: its text is posted as an incoming message, and its inbox opens again', async () => {
  const form = await textOf('/sandbox/sms?to=0712345678&sent')
  expect(form).toContain('<input type="hidden" name="from" value="+254712345678">')
  expect(form).toContain('Sent.')
  expect(await textOf('/sandbox/sms')).not.toContain('Send from this phone')
  const reply = (fields: Record<string, string>) =>
    gateway.answer(
      new Request('http://localhost/sandbox/africastalking/reply', {
        method: 'POST',
        body: new URLSearchParams(fields),
      }),
    )
  const sent = await reply({ from: '0712345678', text: 'YES 482193' })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/sandbox/sms?to=%2B254712345678&sent'])
  expect(Object.fromEntries(told.at(-1)!)).toMatchObject({ from: '+254712345678', to: '20880', text: 'YES 482193' })
  for (const wrong of [{ from: 'x', text: 'YES' }, { from: '0712345678', text: ' ' }, { from: '0712345678' }] as Record<
    string,
    string
  >[])
    expect((await reply(wrong)).status).toBe(400)
})
