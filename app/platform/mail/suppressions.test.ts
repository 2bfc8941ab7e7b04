import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '#app/people/accounts/account.server.ts'
import { log } from '#app/platform/log.server.ts'
import { metrics } from '#app/platform/processes/metrics.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { forgetDonor } from '#app/privacy/forget-donor.server.ts'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import { smtpServer } from '#test/smtp.ts'
import { timePasses } from '#test/time.ts'
import { sendMail, sweepMailbox } from './mail.server.ts'
import { liftSuppression, refusedForGood } from './suppressions.server.ts'

// Addresses that a mail server refused permanently are not written to again.

const db = await testDatabase()
const before = { ...settings }
afterEach(() => Object.assign(settings, before, { SMTP_URL: undefined }))
beforeEach(() => db.deleteFrom('mail_suppressions').execute())

const mail = (to: string) => ({ to, subject: 'Karibu', html: '<p>Hello</p>', text: 'Hello\n' })
const listed = () => db.selectFrom('mail_suppressions').selectAll().orderBy('address').execute()
const addresses = async () => (await listed()).map(({ address }) => address)
const counted = async (outcome: string) =>
  (await metrics.getSingleMetric('mail_total')!.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ??
  0

/** A mail server that answers this about each recipient, and how often it was asked. */
async function answering(line: string) {
  const asked: string[] = []
  const now: { answer: string | undefined } = { answer: line }
  const { url, received } = await smtpServer({
    answers: (address) => {
      asked.push(address)
      return now.answer
    },
  })
  Object.assign(settings, { SMTP_URL: url })
  return { asked, received, takes: () => Object.assign(now, { answer: undefined }) }
}

test('an address that a mail server refuses permanently is on the list, and is not written to again [T1083]', async () => {
  const server = await answering('550 5.1.1 <Nobody@Example.org>: user unknown')
  await expect(sendMail(mail('Nobody@Example.org'))).rejects.toThrow('550')
  expect(await listed()).toMatchObject([
    { address: 'nobody@example.org', kind: 'hard', code: '550 5.1.1', until: null },
  ])
  const lines: unknown[] = []
  const info = log.info
  log.info = ((...said: unknown[]) => void lines.push(said)) as typeof info
  const already = await counted('suppressed')
  try {
    // The job tries again, in any spelling, and is done.
    await sendMail(mail('nobody@example.org'))
    await sendMail(mail('NOBODY@example.org'))
  } finally {
    log.info = info
  }
  expect([server.asked, server.received]).toEqual([['Nobody@example.org'], []])
  expect(await counted('suppressed')).toBe(already + 2)
  expect(lines).toHaveLength(2)
  expect(JSON.stringify(lines)).not.toMatch(/nobody/i)
  // Others are written to as before, and so is this one once it is lifted.
  server.takes()
  await sendMail(mail('asha@example.org'))
  expect(await liftSuppression(db, 'Nobody@example.org')).toBe('550 5.1.1')
  expect(await liftSuppression(db, 'Nobody@example.org')).toBe(undefined)
  await sendMail(mail('nobody@example.org'))
  expect(server.received.flatMap(({ to }) => to)).toEqual(['asha@example.org', 'nobody@example.org'])
})

test.each([
  ['550 no such user here', '550'],
  ['550 5.1.10 RESOLVER.ADR.RecipientNotFound', '550 5.1.10'],
  ['551 user not local', '551'],
  ['553 mailbox name not allowed', '553'],
  ['553 sorry, no mailbox here by that name (#5.1.1)', '553 5.1.1'],
  ['501 5.1.3 bad address syntax', '501 5.1.3'],
])('the answer “%s” is about the recipient [T1084]', async (line, code) => {
  await answering(line)
  await expect(sendMail(mail('policy-list@example.org'))).rejects.toThrow()
  expect(await listed()).toMatchObject([{ address: 'policy-list@example.org', code }])
})

test.each([
  '450 4.2.0 greylisted, try again later',
  '421 too busy',
  '452 4.2.2 mailbox full',
  '552 5.2.2 mailbox full',
  '550 5.2.1 receives mail too quickly',
  '550 5.7.1 relaying denied',
  '550 5.1.8 bad sender address',
  '550 relay not permitted',
  '550 blocked, see our blocklist',
  '550 your IP address has a bad name',
  '553 sorry, that domain isn’t in my list of allowed rcpthosts (#5.7.1)',
  '554 refused',
  '530 5.7.0 authentication required',
  '535 5.7.8 wrong password',
  '503 bad sequence',
])('the answer “%s” is not: the job tries again [T1085]', async (line) => {
  const server = await answering(line)
  await expect(sendMail(mail('asha@example.org'))).rejects.toThrow()
  expect(await listed()).toEqual([])
  server.takes()
  await sendMail(mail('asha@example.org'))
  expect(server.received).toHaveLength(1)
})

test('only an answer about the recipient counts: not one about the sender or the message, nor another error [T1086]', () => {
  const response = '550 5.1.1 unknown'
  const error = (command: string, rejectedErrors: unknown) => ({ command, rejectedErrors, response, responseCode: 550 })
  expect(refusedForGood(error('RCPT TO', [{}]))).toBe('550 5.1.1')
  for (const other of [
    error('RCPT TO', []),
    error('RCPT TO', undefined),
    error('MAIL FROM', [{}]),
    error('DATA', [{}]),
    new Error(response),
    null,
    'lost',
  ])
    expect(refusedForGood(other)).toBe(undefined)
})

test('a forgotten donor and a person who leaves are off the list, and so is an entry after a year [T1087]', async () => {
  const { id, email, password } = await somePerson(db)
  const row = (address: string) => ({ address: address.toLowerCase(), code: '550' })
  await db
    .insertInto('mail_suppressions')
    .values([row(email), row('donor@example.org'), row('other@example.org')])
    .execute()
  await forgetDonor(db, 'Donor@example.org')
  expect((await addresses()).sort()).toEqual([email.toLowerCase(), 'other@example.org'].sort())
  await deleteAccount(db, id, password)
  expect(await addresses()).toEqual(['other@example.org'])
  await timePasses('364 days')
  await sweepMailbox()
  expect(await addresses()).toEqual(['other@example.org'])
  await timePasses('2 days')
  await sweepMailbox()
  expect(await addresses()).toEqual([])
})
