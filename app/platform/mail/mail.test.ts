import { afterEach, expect, test } from 'vitest'
import { settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { smtpServer } from '#test/smtp.ts'
import { timePasses } from '#test/time.ts'
import { sendMail, sweepMailbox } from './mail.server.ts'

const db = await testDatabase()
const before = { ...settings }
afterEach(() => Object.assign(settings, before, { SMTP_URL: undefined }))

const mail = (more: Partial<Parameters<typeof sendMail>[0]> = {}) => ({
  to: 'asha@example.org',
  subject: 'Karibu, Asha – habari?',
  html: '<!doctype html><p>Hello</p>',
  text: 'Hello\n',
  ...more,
})
const kept = () => db.selectFrom('sandbox.mails').selectAll().orderBy('id', 'desc').execute()
const headersOf = (data: string) => data.split(/\r?\n\r?\n/)[0]!

test('without a mail server a mail stays in the mailbox, whole [T394]', async () => {
  await sendMail(mail())
  const [one] = await kept()
  expect(one).toMatchObject({ to_address: 'asha@example.org', subject: 'Karibu, Asha – habari?', text: 'Hello\n' })
  expect(one!.raw).toMatch(/^From: Harambee <no-reply@harambee\.test>\r\n/m)
  expect(one!.raw).toContain('multipart/alternative')
})
test('a calendar file is a part that calendar programs act on, and a file for the others', async () => {
  const content = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n'
  await sendMail(mail({ calendar: { method: 'REQUEST', content } }))
  const [one] = await kept()
  const parts = one!.raw.split(/^--/m)
  // Without its method it would be a file like any other.
  const acted = parts.find((part) => /^Content-Type: text\/calendar/m.test(part))
  expect(headersOf(acted!)).toMatch(/text\/calendar;[^:]*method=REQUEST/)
  expect(headersOf(acted!)).not.toMatch(/attachment/i)
  const attached = parts.find((part) => /^Content-Disposition: attachment/m.test(part))
  expect(headersOf(attached!)).toMatch(/filename=invitation\.ics/)
  // A reader's program takes the last alternative that it knows.
  const order = ['text/plain', 'text/html', 'text/calendar'].map((type) => one!.raw.indexOf(`Content-Type: ${type}`))
  expect(order).toEqual([...order].sort((a, b) => a - b))
})
test('with a mail server it is sent there and kept nowhere [T400]', async () => {
  const { url, received } = await smtpServer()
  Object.assign(settings, { SMTP_URL: url, MAIL_FROM: 'Harambee <mail@harambee.example>' })
  const already = (await kept()).length
  await sendMail(mail())
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ from: 'mail@harambee.example', to: ['asha@example.org'] })
  expect(headersOf(received[0]!.data)).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(headersOf(received[0]!.data)).toMatch(/^Auto-Submitted: auto-generated$/m)
  expect(await kept()).toHaveLength(already)
})
test('line breaks in a name or an address make no header, commas no second reader', async () => {
  const { url, received } = await smtpServer()
  Object.assign(settings, { SMTP_URL: url })
  const evil = 'Karibu\r\nBcc: everybody@example.org\r\n\r\nBuy now'
  await sendMail(mail({ subject: evil }))
  await sendMail(mail({ to: 'asha@example.org, everybody@example.org' })).catch(() => {})
  await sendMail(mail({ to: 'asha@example.org\r\nRCPT TO:<everybody@example.org>' })).catch(() => {})
  expect(received.flatMap(({ to }) => to)).not.toContain('everybody@example.org')
  expect(headersOf(received[0]!.data)).not.toMatch(/^bcc:/im)
  expect(headersOf(received[0]!.data)).toMatch(/^Subject: Karibu Bcc: everybody@example.org Buy now$/m)

  Object.assign(settings, { SMTP_URL: undefined })
  await sendMail(mail({ subject: evil }))
  expect(headersOf((await kept())[0]!.raw)).not.toMatch(/^bcc:/im)
})
test('a refused mail and a mail server that is away are errors, so that the job tries again', async () => {
  const { url } = await smtpServer({ refuses: 'asha@example.org' })
  Object.assign(settings, { SMTP_URL: url })
  await expect(sendMail(mail())).rejects.toThrow('550')
  Object.assign(settings, { SMTP_URL: 'smtp://127.0.0.1:1' })
  await expect(sendMail(mail({ to: 'njeri@example.org' }))).rejects.toThrow(/ECONNREFUSED/)
})
test('in public without a mail server nothing is kept where everybody could read it', async () => {
  Object.assign(settings, { sandbox: false })
  await expect(sendMail(mail())).rejects.toThrow('SMTP_URL')
})
test('kept mails are swept after a month', async () => {
  await db.deleteFrom('sandbox.mails').execute()
  await sendMail(mail({ subject: 'old' }))
  await timePasses('31 days')
  await sendMail(mail({ subject: 'new' }))
  await sweepMailbox()
  expect((await kept()).map(({ subject }) => subject)).toEqual(['new'])
})
