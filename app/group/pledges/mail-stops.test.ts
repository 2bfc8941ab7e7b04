import { afterEach, expect, test } from 'vitest'
import { settings } from '#app/platform/settings/settings.server.ts'
import { forgetDonor } from '#app/privacy/forget-donor.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { somePledge, writtenPledge } from '#test/pledges.ts'
import { query } from '#test/rows.ts'
import { changePledge, pledgeOf, toPay } from './giver.server.ts'
import { hasStoppedMail, mailPledge, mailStopOf, startMail, stopMail } from './tell.server.tsx'

// Who wants no email about pledges gets none, and links that were written stay good.

const db = await testDatabase()
booksMustHold(() => db)
const secret = settings.AUTH_SECRET
afterEach(() => {
  settings.AUTH_SECRET = secret
})

type Written = { text: string; raw: string }
const mailsTo = (email: string) =>
  query<Written>`select text, raw from sandbox.mails where to_address = ${email} order by id`

/** A promise by email, and what its first mail says. */
async function mailed(email: string) {
  const drive = await someDrive(db)
  const { id, token } = await somePledge(db, drive, { phone: null, email })
  await mailPledge(db, { pledgeId: id, about: 'written' })
  const [mail] = (await mailsTo(email)).slice(-1)
  const reader = /\?mails=([0-9a-z]{16})#mails/.exec(mail!.text)![1]!
  return { drive, id, token, reader, mail: mail! }
}

test('a mail about a pledge has the button of mail programs, which leads where its own link does', async () => {
  const { token, reader, mail } = await mailed('button@example.test')
  const unfolded = mail.raw.replace(/\r\n[ \t]+/g, ' ')
  expect(unfolded).toMatch(new RegExp(`^List-Unsubscribe: <https?://\\S+/hooks/mails/${token}/${reader}>\\r$`, 'm'))
  expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
})

test('nothing more is written to an address that said so: no reminder, and nothing of what another person writes down [T541]', async () => {
  const email = 'never@example.test'
  const { drive, id, token, reader } = await mailed(email)
  for (let time = 0; time < 2; time++) await stopMail(db, { token, reader })
  const other = await somePledge(db, await someDrive(db), { phone: null, email: 'Never@Example.test' })
  const written = await writtenPledge(db, await someDrive(db), { email })
  for (const [pledgeId, about] of [
    [id, 0],
    [id, 2],
    [other.id, 'written'],
    [written.id, 'written'],
    [written.id, 0],
  ] as const)
    await mailPledge(db, { pledgeId, about })
  expect(await mailsTo(email)).toHaveLength(1)
  expect(await mailsTo('Never@Example.test')).toHaveLength(0)
  await startMail(db, { token, reader })
  await mailPledge(db, { pledgeId: id, about: 0 })
  expect(await mailsTo(email)).toHaveLength(2)
  expect(await pledgeOf(db, token)).toMatchObject({ slug: drive.slug, state: 'open' })
})

test('only who reads the mail may say so: the link of the pledge alone, or that of another, is not enough', async () => {
  const [own, other] = [await mailed('own@example.test'), await mailed('other@example.test')]
  for (const reader of ['', 'x', other.reader, own.reader.toUpperCase(), `${own.reader}0`]) {
    await expect(stopMail(db, { token: own.token, reader })).rejects.toMatchObject({ status: 404 })
    expect(await mailStopOf(db, { token: own.token, reader })).toBeNull()
  }
  expect(await hasStoppedMail(db, 'own@example.test')).toBe(false)
  expect(await mailStopOf(db, own)).toEqual({ stopped: false })
})

test('a person who is forgotten is still not written to, and nobody reads their address from it', async () => {
  const email = 'forgotten@example.test'
  const { token, reader } = await mailed(email)
  await stopMail(db, { token, reader })
  await forgetDonor(db, email)
  expect(await hasStoppedMail(db, email)).toBe(true)
  const rows = await query<{ all: string }>`select string_agg(s::text, ' ') as all from pledge_mail_stops s`
  expect(rows[0]!.all).not.toContain('forgotten')
})

test('with a new secret the next message has another link, and both open the pledge', async () => {
  const { id, token } = await mailed('renewed@example.test')
  for (const next of ['another secret, as long as the first was', 'a third secret, as long as the others']) {
    settings.AUTH_SECRET = next
    await mailPledge(db, { pledgeId: id, about: 0 })
    const { text } = (await mailsTo('renewed@example.test')).at(-1)!
    const renewed = /\/pledge\/([0-9a-z]{25})/.exec(text)![1]!
    expect(renewed).not.toBe(token)
    for (const one of [token, renewed]) {
      expect(await pledgeOf(db, one)).toMatchObject({ name: 'Amina Yusuf' })
      expect((await toPay(db, one)).id).toBe(id)
      await changePledge(db, one, { amount: 300_000 })
    }
  }
})
