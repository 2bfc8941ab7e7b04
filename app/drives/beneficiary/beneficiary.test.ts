import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { lockWallet } from '#app/base/ledger/wallet.server.ts'
import { completeByHand } from '#app/money/payouts/decide.server.ts'
import { requestPayout } from '#app/money/payouts/request.server.ts'
import { fieldOf, openForms } from '#test/app-forms.ts'
import { unescaped, wordsOf } from '#test/as-sent.ts'
import { testDatabase } from '#test/database.ts'
import { ownersDrive, someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, gift, phoneOf } from '#test/money.ts'
import { countOf, oneRow } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { waitsForLock } from '#test/waits-for-lock.ts'
import {
  answerLink,
  beneficiaryLine,
  beneficiaryOf,
  nameBeneficiary,
  sweepBeneficiaries,
  tellBeneficiary,
  tokenOfBeneficiary,
} from './beneficiary.server.tsx'

// The person a drive is for, and what follows from their answer.

const db = await testDatabase({ asOwner: true })
booksMustHold(() => db)
const { get, send } = openForms()

type Contact = Parameters<typeof nameBeneficiary>[2]['contact']
const byEmail = (): Contact => ({ email: `${randomUUID()}@example.org`, phone: null })
const named = { name: 'Mama Achieng', relation: 'My mother', language: 'en' as const }

/** A drive whose owner has named a person, and the token of the link. */
async function drive(contact = byEmail()) {
  const made = await someDrive(db)
  await nameBeneficiary(db, made.id, { ...named, contact })
  return { ...made, contact, token: await tokenFor(made.id) }
}
const tokenFor = async (driveId: string) =>
  tokenOfBeneficiary((await oneRow('beneficiaries', { fund_drive_id: driveId })).link_key)
const says = (token: string, answer: 'yes' | 'no', showsName = false) =>
  answerLink(db, token, { answer, showsName, by: undefined })
const lineOf = (driveId: string) => beneficiaryLine(db, driveId, 'en')
const titleOf = (error: unknown) => String((error as Error).message)

describe('the link', () => {
  test('goes to the email address or phone, and opening it changes nothing [T1427]', async () => {
    const { id, slug, token, contact } = await drive()
    const { link_key: linkKey } = await oneRow('beneficiaries', { fund_drive_id: id })
    await tellBeneficiary(db, { driveId: id, linkKey })
    const mail = await oneRow('sandbox.mails' as never, { to_address: contact.email } as never)
    expect((mail as { text: string }).text).toContain(`/beneficiary/${token}`)
    const { text, status } = await get(`/beneficiary/${token}`)
    expect([status, wordsOf(text)]).toEqual([
      200,
      expect.stringContaining('raises money on Harambee and says it is for you or your child.'),
    ])
    for (const button of ['Yes, this is for me', 'I do not know of this', 'My name may be shown'])
      expect(wordsOf(text)).toContain(button)
    expect((await beneficiaryOf(db, id))!.answer).toBeNull()
    const phone = `+2547${String(Date.now()).slice(-8)}`
    await nameBeneficiary(db, id, { ...named, contact: { email: null, phone } })
    const { link_key: second } = await oneRow('beneficiaries', { fund_drive_id: id })
    await tellBeneficiary(db, { driveId: id, linkKey: second })
    await tellBeneficiary(db, { driveId: id, linkKey: second })
    expect(await countOf('sms_outbox', { phone })).toBe(1)
    // The earlier link is of no use, and neither is one that was cut.
    for (const other of [token, (await tokenFor(id)).slice(1), 'x'.repeat(25)])
      expect((await get(`/beneficiary/${other}`)).status).toBe(404)
    expect(slug).not.toBe('')
  })

  test('takes a yes without a script, and the public panel says so with the name where it may be shown [T1428]', async () => {
    const { id, token, slug } = await drive()
    expect(await lineOf(id)).toEqual({ text: 'The one it is for has not answered.', done: false })
    await send(`/beneficiary/${token}`, { answer: 'yes', shows_name: 'on' })
    expect((await lineOf(id))!.text).toMatch(/^Mama Achieng said on .* that this is for them\.$/)
    expect(wordsOf(unescaped((await get(`/fundraiser/${slug}`)).text))).toMatch(
      /Mama Achieng said on .* that this is for them\./,
    )
    const quiet = await drive()
    await says(quiet.token, 'yes')
    expect((await lineOf(quiet.id))!.text).toMatch(/^The one it is for said on /)
  })

  test('is answered once; the organiser and who helps them can’t answer it [T1429]', async () => {
    const { token, ownerId, id } = await drive()
    const own = answerLink(db, token, { answer: 'yes', showsName: false, by: ownerId })
    await expect(own).rejects.toMatchObject({ status: 403 })
    await says(token, 'yes')
    await says(token, 'yes')
    await expect(says(token, 'no').catch((error) => Promise.reject(new Error(titleOf(error))))).rejects.toThrow(
      'answered already',
    )
    expect((await beneficiaryOf(db, id))!.answer).toBe('yes')
  })

  test('a new contact ends the answer before; one’s own contact is refused [T1430]', async () => {
    const { id, ownerId, token, contact } = await drive()
    await says(token, 'yes', true)
    await nameBeneficiary(db, id, { ...named, relation: 'Mother', contact })
    expect((await beneficiaryOf(db, id))!.answer).toBe('yes')
    await nameBeneficiary(db, id, { ...named, contact: byEmail() })
    expect(await beneficiaryOf(db, id)).toMatchObject({ answer: null, shows_name: false })
    const { email } = await oneRow('users', { id: ownerId })
    const own = nameBeneficiary(db, id, { ...named, contact: { email: email!, phone: null } })
    await expect(own).rejects.toMatchObject({ status: 422, field: 'contact' })
  })
})

describe('a no', () => {
  /** A drive with a withdrawal that waits for an administrator. */
  async function withdrawing() {
    const made = await drive()
    await gift(db, made.id, 500_000)
    const { id: methodId } = await phoneOf(db, made.ownerId)
    const about = { ownerId: made.ownerId, driveId: made.id, methodId, amount: 100_000 }
    const { id: payout } = await requestPayout(db, { ...about, key: randomUUID() })
    const by = (await somePerson(db, { admin: true })).id
    return { ...made, payout, complete: () => completeByHand(db, payout, { by }) }
  }

  test('is a letter to the office, and nothing is sent until that is closed [T1431]', async () => {
    const made = await withdrawing()
    await says(made.token, 'no')
    const letter = await oneRow('support_messages', { fund_drive_id: made.id })
    expect([letter.reason, letter.holds, letter.message]).toEqual([
      'identity',
      true,
      expect.stringContaining('Mama Achieng (My mother)'),
    ])
    expect(await lineOf(made.id)).toBeNull()
    await expect(made.complete().catch((error) => Promise.reject(new Error(titleOf(error))))).rejects.toThrow(
      'do not know of this fund drive',
    )
    await sql`update support_messages set state = 'closed', closed_at = now() where id = ${letter.id}`.execute(db)
    await made.complete()
    expect((await oneRow('payout_requests', { id: made.payout })).status).toBe('completed')
  })

  test('that is said while an administrator completes comes before it, or after [T1432]', async () => {
    const made = await withdrawing()
    let denied: Promise<void> | undefined
    await db.transaction().execute(async (tx) => {
      await lockWallet(tx, made.id)
      denied = says(made.token, 'no')
      await waitsForLock(db, denied)
      // The transaction that holds the wallet still sees that nobody has said no.
      expect(await countOf('support_messages', { fund_drive_id: made.id })).toBe(0)
    })
    await denied
    await expect(made.complete()).rejects.toThrow()
  })
})

test('the owner’s form keeps what was typed where the contact is no address and no phone [T1433]', async () => {
  const { drive: own, cookie } = await ownersDrive(db)
  const typed = { name: 'Mama Achieng', relation: 'My mother', contact: 'somewhere' }
  const { page } = await send(`/fund-drive/${own.slug}/beneficiary`, typed, { cookie })
  expect(unescaped(page)).toContain('Please write an email address, or a Kenyan phone number such as 0712 345 678')
  expect(fieldOf(page, 'name').value).toBe('Mama Achieng')
  expect(fieldOf(page, 'contact')).toMatchObject({ value: 'somewhere', isWrong: true })
})

test('the owner’s page is a part of Papers in the menu, and warns of a no [T1460]', async () => {
  const { drive: own, cookie } = await ownersDrive(db)
  await nameBeneficiary(db, own.id, { ...named, contact: byEmail() })
  await answerLink(db, await tokenFor(own.id), { answer: 'no', showsName: false, by: undefined })
  const { text: page } = await get(`/fund-drive/${own.slug}/beneficiary`, cookie)
  expect(wordsOf(page)).toMatch(/Papers\s+Menu/)
  expect(wordsOf(page)).toContain('They said that they do not know of this. We look into it.')
})

test('with the account of the owner goes the person; contacts go a month after the drive’s end [T1434]', async () => {
  const { id } = await drive()
  await sql`update fund_drives set status = 'completed' where id = ${id}`.execute(db)
  await timePasses('31 days', { fund_drives: { id } })
  await sweepBeneficiaries(db)
  expect(await beneficiaryOf(db, id)).toMatchObject({ name: 'Mama Achieng', email: null, phone: null })
  const other = await drive()
  await sql`update users set deleted_at = now(), email = ${`${randomUUID()}@deleted.invalid`} where id = ${other.ownerId}`.execute(
    db,
  )
  expect(await beneficiaryOf(db, other.id)).toBeUndefined()
})
