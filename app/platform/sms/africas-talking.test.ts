import { expect, test } from 'vitest'
import { thePool } from '#app/platform/db.server.ts'
import { NotReached } from '#app/platform/providers/provider-calls.server.ts'
import { openGateway } from '#sandbox/africastalking.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { bad, json, misbehavingServer } from '#test/misbehaving.ts'
import { allRows, oneRow } from '#test/rows.ts'
import { sendSms } from './outbox.server.ts'
import { hearOfTexts } from './reports.server.ts'
import { sendWritten } from './send.server.ts'
import { africasTalking, useTexter } from './texter.server.ts'

leavesSomethingBehind()
const db = await testDatabase()
const server = misbehavingServer()
const account = { username: 'harambee', key: 'the key', sender: 'HARAMBEE', within: 400 }
const ours = (more = {}) => africasTalking({ ...account, baseUrl: server.address, ...more })

/** An answer as their pages write it. */
const answered = (recipient: object, Message = 'Sent to 1/1 Total Cost: KES 0.8000') =>
  json({ SMSMessageData: { Message, Recipients: [{ number: '+254712345678', ...recipient }] } }, 201)
const phone = '+254712345678'
const handed = (answer: (typeof server.answers)[number]) => {
  server.answers.push(answer)
  return ours().send(phone, 'Asante! KES 500 & zaidi')
}

test('a text is handed over as their pages say: a form, with the key beside it', async () => {
  const success = { statusCode: 101, status: 'Success', cost: 'KES 0.8000', messageId: 'ATXid_0123456789' }
  const taken = await handed(answered(success))
  expect(taken).toEqual({ is: 'taken', id: 'ATXid_0123456789', cents: 80 })
  const { method, path, headers, body } = server.asked.at(-1)!
  expect([method, path]).toEqual(['POST', '/version1/messaging'])
  expect([headers.apikey, headers.accept]).toEqual(['the key', 'application/json'])
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    username: 'harambee',
    to: '+254712345678',
    message: 'Asante! KES 500 & zaidi',
    from: 'HARAMBEE',
  })
})
const id = 'ATXid_0123456789'
test.each([
  [
    { statusCode: 100, messageId: id, cost: 'UGX 30' },
    { is: 'taken', id, cents: null },
  ],
  [
    { statusCode: 102, messageId: 'None', cost: '0' },
    { is: 'taken', id: null, cents: null },
  ],
  [{ statusCode: 401 }, { is: 'refused', code: '401', blocked: false }],
  [{ statusCode: 402 }, { is: 'not now', code: '402' }],
  [{ statusCode: 403 }, { is: 'refused', code: '403', blocked: false }],
  [{ statusCode: 405 }, { is: 'not now', code: '405' }],
  [{ statusCode: 406 }, { is: 'refused', code: '406', blocked: true }],
  [{ statusCode: 407 }, { is: 'refused', code: '407', blocked: false }],
  [{ statusCode: 500 }, { is: 'unknown', code: '500' }],
  [{ statusCode: 501 }, { is: 'unknown', code: '501' }],
  [{ statusCode: 502 }, { is: 'refused', code: '502', blocked: false }],
  [{ statusCode: 999 }, { is: 'unknown', code: '999' }],
  [{}, { is: 'unknown', code: 'no code' }],
])('what they say of a phone, %j, is %j', async (recipient, is) => {
  expect(await handed(answered(recipient))).toEqual(is)
})
test('a sender that is not registered stands in a sentence, and nobody was texted', async () => {
  const nobody = json({ SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } }, 201)
  expect(await handed(nobody)).toEqual({ is: 'not now', code: 'InvalidSenderId' })
  const named = json({ SMSMessageData: { Message: 'Bad number +254712345678', Recipients: [] } }, 201)
  expect(await handed(named)).toEqual({ is: 'not now', code: 'Bad number +…' })
})
test('a wrong key and too many at once are refused before anything was done; what else breaks leaves open what was', async () => {
  for (const status of [400, 401, 403, 429]) {
    const answer = json('The supplied authentication is invalid', status)
    expect(await handed(answer)).toEqual({ is: 'not now', code: `http ${status}` })
  }
  const wrong = [json('<html>502</html>', 502), json('{"SMSMessageData":', 201), json([], 201), json('null', 200)]
  for (const answer of wrong) expect((await handed(answer)).is).toBe('unknown')
  for (const none of [bad.reset, () => {}]) expect(await handed(none)).toEqual({ is: 'unknown', code: 'no answer' })
  const away = ours({ baseUrl: 'http://127.0.0.1:1' })
  expect(await away.send(phone, 'x')).toEqual({ is: 'not now', code: 'no answer' })
  const unreached = ours({ fetch: () => Promise.reject(new NotReached('no route')) })
  expect((await unreached.send(phone, 'x')).is).toBe('not now')
})
test('what they post is read as a report, as STOP or ANZA, or as nothing', () => {
  const read = (form: Record<string, string>) => ours().read(new URLSearchParams(form))
  const about = { id, phoneNumber: phone, networkCode: '63902' }
  const arrived = { is: 'report', id, phone, state: 'delivered', why: null }
  expect(read({ ...about, status: 'Success', retryCount: '0' })).toEqual(arrived)
  const failed = { state: 'failed', why: 'UserInactive' }
  expect(read({ ...about, status: 'Rejected', failureReason: 'UserInactive' })).toMatchObject(failed)
  for (const status of ['Sent', 'Submitted', 'Buffered', 'Another', ''])
    expect(read({ ...about, status })).toEqual({ is: 'nothing' })
  expect(read({ status: 'Success' })).toEqual({ is: 'nothing' })
  const wrote = (text: string) => read({ from: phone, to: '20880', text, id: 'x', linkId: 'y', date: 'z' }).is
  expect(['STOP', ' stop all', '"Stop"'].map(wrote)).toEqual(Array(3).fill('stop'))
  expect(['ANZA', 'start'].map(wrote)).toEqual(['start', 'start'])
  expect(['YES 482193', 'ndio', 'Hapana'].map(wrote)).toEqual(Array(3).fill('reply'))
  expect(['STOPPED', 'Yesterday', 'Habari', '', '😀'].map(wrote)).toEqual(Array(5).fill('nothing'))
  expect(read({ senderId: 'HARAMBEE', phoneNumber: phone })).toEqual({ is: 'stop', phone })
  expect(read({})).toEqual({ is: 'nothing' })
})

// M33, with the real adapter and the pretend gateway: by number its answers are lost, late, or none.

const query = (text: string, values: unknown[]) => thePool().query(text, values)
const gateway = openGateway({ query, key: () => 'the key', post: (form) => hearOfTexts(db, form), reportAfter: 0 })
const pretended = ours({
  baseUrl: 'http://localhost/sandbox/africastalking',
  fetch: (url: string, { method, headers, body }: RequestInit) =>
    gateway.answer(new Request(url, { method, headers, body } as RequestInit)),
})
async function texted(number: string, money: boolean): Promise<() => Promise<{ state: string; arrived: number }>> {
  useTexter(pretended)
  const key = `to ${number} ${money}`
  await db.transaction().execute((tx) => sendSms(tx, { key, phone: number, text: key, money, evenAtNight: true }))
  const { id } = await oneRow('sms_outbox', { key })
  for (let time = 0; time < 2; time++) await sendWritten(db, { smsId: id }).catch(() => {})
  return async () => ({
    state: (await oneRow('sms_outbox', { id })).state,
    arrived: (await allRows('sandbox.sms', { text: key })).length,
  })
}
test.each([
  ['+254712345678', 'delivered', 1],
  ['+254708374903', 'failed', 0],
  ['+254708374905', 'waiting', 0],
  ['+254708374906', 'stopped', 0],
  ['+254708374950', 'maybe_sent', 0],
  ['+254708374951', 'maybe_sent', 0],
  ['+254708374960', 'delivered', 1],
  ['+254708374961', 'delivered', 1],
  ['+254708374962', 'failed', 1],
  ['+254708374963', 'sent', 1],
])('a text about money to %s is %s in the end, and arrives %i times', async (number, state, arrived) => {
  const how = await texted(number, true)
  await expect.poll(how, { timeout: 3000 }).toEqual({ state, arrived })
})
