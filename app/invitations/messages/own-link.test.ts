import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerShared, type SharedAnswer } from '#app/invitations/guests/add.server.ts'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import { report, setQuiet } from '#app/invitations/guests/answers/wishes.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { brokenBooks } from '#test/books.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { mailAnswers, mailsTo } from '#test/guest-mails.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { query } from '#test/rows.ts'
import { tellOwnLink } from './change.server.ts'
import { compose } from './compose.server.ts'
import { messageMost } from './message.ts'

// Who answers on the link that everybody shares is sent the link to their own page.

leavesSomethingBehind()
const db = await testDatabase()
const before = { pretends: settings.pretends, SMS_KEY: settings.SMS_KEY }
beforeEach(() => void Object.assign(settings, { pretends: true }))
afterEach(async () => {
  Object.assign(settings, before)
  expect(await brokenBooks(db)).toEqual([])
})

let numbers = 0
const newPhone = () => `+2547223${String(++numbers).padStart(5, '0')}`
const shared = (own = {}) => someGathering(db, { shared: 'on', ...own })
const says = (host: { slug: string }, own: Partial<SharedAnswer> & { phone: string }) =>
  answerShared(db, host.slug, { no: 1, name: 'Otieno', reply: 'yes', adults: 1, children: 0, language: 'en', ...own })
const answersTo = async (host: { id: string }) =>
  (
    await query<{ id: number }>`select a.id from answers a join invitations i on i.id = a.invitation_id
      join occasions o on o.id = i.occasion_id where o.gathering_id = ${host.id} order by a.id`
  ).map(({ id }) => id)
/** Runs the job of each answer to a gathering, as the worker does. */
async function tellAll(host: { id: string }) {
  for (const answerId of await answersTo(host)) await tellOwnLink(db, { answerId })
}
const textsTo = async (phone: string) =>
  (await db.selectFrom('sms_outbox').where('phone', '=', phone).orderBy('id').select('text').execute()).map(
    ({ text }) => text,
  )

test('by text to the number that they gave, in their language, once however often the job runs and they answer', async () => {
  const host = await shared()
  const [phone, other] = [newPhone(), newPhone()]
  const { link } = await says(host, { phone, key: crypto.randomUUID() })
  const { link: swahili } = await says(host, { phone: other, language: 'sw' })
  const answers = await answersTo(host)
  await Promise.all(Array.from({ length: 10 }, () => tellOwnLink(db, { answerId: answers[0]! })))
  await answer(db, link, { no: 1, reply: 'no', adults: 0, children: 0 })
  await tellAll(host)
  const [text, ...more] = await textsTo(phone)
  expect(text).toMatch(new RegExp(`^The family: your page for Ruracio is https?://\\S+/i/${link} STOP ends texts$`))
  expect(more).toEqual([])
  expect(await textsTo(other)).toEqual([expect.stringMatching(new RegExp(`ukurasa wako.*/i/${swahili} STOP`))])
})

test('by email where they gave an address, and then not by text, too', async () => {
  const host = await shared()
  const [phone, email] = [newPhone(), `${crypto.randomUUID()}@example.test`]
  const { link } = await says(host, { phone, email })
  await tellAll(host)
  await mailAnswers(db)
  const mails = await mailsTo(db, email)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain(`/i/${link}`)
  expect(await textsTo(phone)).toEqual([])
})

test('a number that is on the list gets the page of the guest whom the host wrote down, not of the one who typed it', async () => {
  const host = await shared()
  const phone = newPhone()
  const known = await someGuest(db, host, { name: 'Mama Njeri', phone })
  const claims = [await says(host, { phone }), await says(host, { phone, name: 'Atieno' })]
  await Promise.all((await answersTo(host)).map((answerId) => tellOwnLink(db, { answerId })))
  const texts = await textsTo(phone)
  expect(texts).toEqual([expect.stringContaining(`/i/${known.link} `)])
  for (const { link } of claims) expect(texts[0]).not.toContain(link)
})

test('who wants no more messages, is invited to nothing or is known by no number is left in peace', async () => {
  const host = await shared()
  const [quiet, out] = [newPhone(), newPhone()]
  const a = await someGuest(db, host, { name: 'Quiet', phone: quiet })
  await setQuiet(db, a.link, true)
  await someGuest(db, host, { name: 'Out', phone: out, occasions: [] })
  await says(host, { phone: quiet })
  await says(host, { phone: out })
  await says(host, { phone: '+4915112345678' })
  await tellAll(host)
  expect([await textsTo(quiet), await textsTo(out), await textsTo('+4915112345678')]).toEqual([[], [], []])
})

test('a guest whom the host invited is not sent it again by answering', async () => {
  const host = await shared()
  const phone = newPhone()
  const { link } = await someGuest(db, host, { phone })
  await answer(db, link, { no: 1, reply: 'yes', adults: 1, children: 0 })
  await tellAll(host)
  expect(await textsTo(phone)).toEqual([])
})

test.each(['stopped', 'suspended', 'reported'] as const)('nothing is sent for an invitation that is %s', async (is) => {
  const host = await shared()
  const phone = newPhone()
  const { link } = await says(host, { phone })
  if (is === 'stopped')
    await query`update gatherings set status = 'stopped', stopped_why = 'x', stopped_from = 'open' where id = ${host.id}`
  if (is === 'suspended')
    await sql`update users set suspended_at = now(), suspended_why = 'x' where id = ${host.personId}`.execute(db)
  if (is === 'reported')
    for (const nr of [1, 2, 3]) await report(db, link, { reason: 'stranger', words: 'Who?', address: `41.${nr}.4.1` })
  await tellAll(host)
  expect(await textsTo(phone)).toEqual([])
})

test('no text goes where texts are off, and these texts are of the hundred that a gathering has', async () => {
  const host = await shared()
  const [off, last, over] = [newPhone(), newPhone(), newPhone()]
  Object.assign(settings, { pretends: false, SMS_KEY: undefined })
  await says(host, { phone: off })
  await tellAll(host)
  Object.assign(settings, { pretends: true })
  expect(await textsTo(off)).toEqual([])
  await sql`insert into supporters (gathering_id, name, link, origin, texted_at)
    select ${host.id}, 'Guest ' || n, 'stuvwxyz' || translate(lpad(n::text, 4, '0'), '01', 'xy'), 'shared', now()
    from generate_series(1, ${messageMost.texts - 2}) n`.execute(db)
  await says(host, { phone: last })
  await says(host, { phone: over })
  await tellAll(host)
  // The one who answered while texts were off is told now, too: their job ran again.
  expect([await textsTo(off), await textsTo(last), await textsTo(over)].map(({ length }) => length)).toEqual([1, 1, 0])
  const everybody = { occasion: 1, group: '', answer: null, sent: null, seen: null, claims: false, q: '' } as const
  const { id } = await compose(db, host.mine, everybody, { kind: 'invitation', words: '', byHand: false, many: 3 })
  const lines = await db.selectFrom('message_lines').where('message_id', '=', id).select('way').execute()
  expect(lines.map(({ way }) => way)).toEqual(['hand', 'hand', 'hand'])
})
