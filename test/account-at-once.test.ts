import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { answerLink, nameBeneficiary, tokenOfBeneficiary } from '#app/drives/beneficiary/beneficiary.server.tsx'
import { mailUpdate } from '#app/drives/updates/mailing.server.ts'
import { postUpdate } from '#app/drives/updates/updates.server.ts'
import { inviteHelper, joinHelper } from '#app/invitations/helpers/members.server.ts'
import { setSignatures } from '#app/money/payouts/changes.server.ts'
import { hearText } from '#app/money/payouts/replies.server.ts'
import { requestPayout } from '#app/money/payouts/request.server.ts'
import { mailSigner } from '#app/money/payouts/signer-mails.server.tsx'
import { askBackByKey, buttonFor } from '#app/money/refunds/ask-back.server.ts'
import { openSealed } from '#app/platform/settings/accepted-secrets.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { hearOfTexts } from '#app/platform/sms/reports.server.ts'
import { africasTalking, useTexter } from '#app/platform/sms/texter.server.ts'
import { testDatabase } from './database.ts'
import { leavesSomethingBehind } from './leave-behind.ts'
import { someDrive, somePerson } from './make.ts'
import { atOnce, booksMustHold, gift, granted, phoneOf, reasonsOf } from './money.ts'
import { aNumber } from './phone-codes.ts'
import { allRows, countOf, oneRow, setRows } from './rows.ts'
import { scriptedProvider } from './scripted-provider.ts'
import { someTreasurer } from './treasurers.ts'

leavesSomethingBehind()

// Ten at the very same moment, where one lock decides between them. Other races of the account are tested beside what they are about:
// see test/faults.md.

const db = await testDatabase()
booksMustHold(() => db)
const ten = Array.from({ length: 10 }, (_, at) => at)
beforeEach(async () => {
  scriptedProvider()
  await sql`delete from rate_limits`.execute(db)
  // Ten connections are open before, so that the ten begin together.
  await atOnce(10, () => sql`select pg_sleep(0.1)`.execute(db))
})

test('of ten who join beside three treasurers, by two links, one does [T1685]', async () => {
  const drive = await someDrive(db)
  for (let nr = 0; nr < 3; nr++) await someTreasurer(db, drive)
  const links: string[] = []
  for (let nr = 0; nr < 2; nr++)
    links.push(await inviteHelper(db, { ownerId: drive.ownerId, slug: drive.slug }, 'Achieng', 'treasurer'))
  const people = await Promise.all(ten.map(async () => (await somePerson(db)).id))
  const all = await atOnce(10, (at) => joinHelper(db, { id: people[at]!, isConfirmed: true }, links[at % 2]!))
  expect(granted(all)).toHaveLength(1)
  const told = new Set(reasonsOf(all))
  expect(told).toContain('This fund drive has 4 treasurers, the most there can be.')
  expect(told.size).toBe(2)
})

test('of ten answers by one link, half of them yes and half no, one is kept, with one letter at most [T1686]', async () => {
  for (let round = 0; round < 3; round++) {
    const { id } = await someDrive(db)
    const contact = { email: null, phone: aNumber() }
    await nameBeneficiary(db, id, { name: 'Mama Achieng', relation: 'My mother', language: 'en', contact })
    const { link_key: key } = await oneRow('beneficiaries', { fund_drive_id: id })
    const said = (at: number) => (at % 2 ? 'yes' : 'no')
    const all = await atOnce(10, async (at) => {
      await answerLink(db, tokenOfBeneficiary(key), { answer: said(at), showsName: true, by: undefined })
      return said(at)
    })
    const { answer } = await oneRow('beneficiaries', { fund_drive_id: id })
    // An answer that is given again counts as the first one.
    expect(granted(all)).toEqual(Array(5).fill(answer))
    expect(await countOf('support_messages', { fund_drive_id: id })).toBe(answer === 'no' ? 1 : 0)
  }
})

/** A gift and the link by which its giver asks it back. */
async function askable(driveId: string, amount: number, donorEmail = `${randomUUID()}@example.test`) {
  const { id } = await gift(db, driveId, amount, { donorEmail })
  const { receipt, id: donationId } = await oneRow('donations', { payment_id: id })
  const key = (await buttonFor(db, donationId))!.link.split('/').at(-1)!
  return { id, press: () => askBackByKey(db, receipt, key) }
}

test('of ten gifts to ten drives that one giver asks back at once three go back [T1687]', async () => {
  const gifts: Awaited<ReturnType<typeof askable>>[] = []
  for (const _ of ten) gifts.push(await askable((await someDrive(db)).id, 10_000, 'one@example.test'))
  const all = await atOnce(10, (at) => gifts[at]!.press())
  expect(granted(all)).toHaveLength(3)
  expect(new Set(reasonsOf(all)).size).toBe(1)
})

test('of ten givers of one drive who ask back at once, those after the first fifth wait for an administrator', async () => {
  const { id } = await someDrive(db)
  const gifts: Awaited<ReturnType<typeof askable>>[] = []
  for (const _ of ten) gifts.push(await askable(id, 1_500_000))
  granted(await atOnce(10, (at) => gifts[at]!.press()))
  const backs = await Promise.all(gifts.map((one) => oneRow('reversals', { payment_id: one.id })))
  // KES 15,000 each: the third is asked for beside 30,000, which is a fifth and not more.
  expect(backs.map(({ progress }) => progress).sort()).toEqual([
    ...Array(7).fill('office'),
    ...Array(3).fill('waiting'),
  ])
})

test('ten mailings at once text as many followers as the day has texts [T1688]', async () => {
  const { SMS_COUNTRIES } = settings
  Object.assign(settings, { SMS_COUNTRIES: ['KE'] })
  await db.insertInto('operator_choices').values({ name: 'UPDATE_TEXTS_A_DAY', value: '20', why: 'a test' }).execute()
  const mailings: number[] = []
  for (const _ of ten) {
    const { id, ownerId } = await someDrive(db)
    const phones = Array.from({ length: 5 }, () => ({
      phone: aNumber(),
      source: 'form' as const,
      confirmed_at: new Date(),
    }))
    await db
      .insertInto('followers')
      .values(phones.map((one) => ({ ...one, fund_drive_id: id })))
      .execute()
    const update = { key: randomUUID(), words: 'The roof is on', photos: [], whole: null }
    await postUpdate(db, { driveId: id, personId: ownerId }, update, new Date(Date.now() - 20 * 60_000))
    const { id: mailingId } = await oneRow('update_mailings', { fund_drive_id: id })
    // The first job of each emails nobody, and the next one texts.
    await mailUpdate(db, { mailingId })
    mailings.push(mailingId)
  }
  const all = await atOnce(10, (at) => mailUpdate(db, { mailingId: mailings[at]! }))
  Object.assign(settings, { SMS_COUNTRIES })
  expect([granted(all).length, await countOf('update_sends', { how: 'text' })]).toEqual([10, 20])
})

test('a text with a wrong code that ten workers hear at once counts once, and one with the right code is one yes [T1689]', async () => {
  Object.assign(settings, { pretends: true })
  const { read } = africasTalking({ username: 'x', key: 'x', baseUrl: 'http://localhost' })
  useTexter({ read, send: async () => ({ is: 'taken', id: null, cents: 80 }) })
  const drive = await someDrive(db)
  const signer = await someTreasurer(db, drive)
  const phone = aNumber()
  await db.insertInto('user_phones').values({ phone, user_id: signer.id }).execute()
  await setRows('users', { id: signer.id }, { email: null, email_verified: false })
  const { id: methodId } = await phoneOf(db, drive.ownerId)
  await setSignatures(db, { ownerId: drive.ownerId, slug: drive.slug }, 1)
  await gift(db, drive.id, 1_000_000)
  const asked = { ownerId: drive.ownerId, driveId: drive.id, amount: 100_000, methodId, key: randomUUID() }
  const { id } = await requestPayout(db, { ...asked, purpose: 'Hospital bill' })
  const { id: eventId } = await oneRow('payout_events', { payout_id: id })
  await mailSigner(db, { eventId, userId: signer.id })
  const { sealed } = await oneRow('sms_outbox', { phone })
  const code = openSealed('sms', sealed!)!
  for (const [shown, tries] of [
    [String((Number(code) + 1) % 1_000_000).padStart(6, '0'), 1],
    [code, 1],
  ] as const) {
    await hearOfTexts(db, new URLSearchParams({ from: phone, to: '20880', text: `YES ${shown}`, id: randomUUID() }))
    const [{ id: heardId } = { id: 0 }] = await allRows('sms_heard', { phone })
    expect(granted(await atOnce(10, () => hearText(db, { heardId })))).toHaveLength(10)
    expect([
      (await oneRow('reply_codes', { user_id: signer.id })).tries,
      await countOf('sms_heard', { phone }),
    ]).toEqual([tries, 0])
  }
  expect(await countOf('payout_signatures', { by: signer.id })).toBe(1)
})
