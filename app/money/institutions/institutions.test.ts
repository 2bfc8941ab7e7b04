import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Refusal } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { completePayout } from '#app/money/payouts/complete.server.ts'
import { decline } from '#app/money/payouts/decide.server.ts'
import { methodsOf } from '#app/money/payouts/method.server.ts'
import type { MethodTyped } from '#app/money/payouts/payout.ts'
import { withdrawForm } from '#app/money/payouts/payout-forms.ts'
import { carrierNamed } from '#app/money/payouts/rails.server.ts'
import { withdraw } from '#app/money/payouts/request.server.ts'
import { beginTransfer } from '#app/money/payouts/transfer.server.ts'
import { accountSums } from '#app/money/spending/account.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { cookieOf, somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, fundedDrive, granted, reasonsOf } from '#test/money.ts'
import { newAdmin } from '#test/money-now.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { allRows, countOf, oneRow } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { waitsForLock } from '#test/waits-for-lock.ts'
import { confirmNumber, endNumber, institutionsList, waitingInstitutions } from './admin/institutions-list.server.ts'
import {
  addInstitution,
  endInstitution,
  institutionsToPay,
  lockedInstitution,
  refuseEnded,
} from './institutions.server.ts'

// Withdrawals straight to hospitals, schools and others whose number two administrators confirmed.

const db = await testDatabase({ asOwner: true })
const browser = plainBrowser()
const { get } = browser
booksMustHold(() => db)
const [one, two, three] = [await newAdmin(), await newAdmin(), await newAdmin()]
const usual = { ...settings }
beforeEach(() => void scriptedProvider())
afterEach(() => void Object.assign(settings, { PAYOUTS: usual.PAYOUTS, SECOND_ADMIN_ABOVE: usual.SECOND_ADMIN_ABOVE }))

const why = 'From its bill of 12 November; Mrs Auma at 020 272 6300'
const typed = (name = `Kijani Hospital ${randomUUID()}`, number = '522522') =>
  ({ name, kind: 'hospital', number: { paybill: number }, source: why }) as const
const add = (own = typed(), by = one) => addInstitution(db, own, by)
const confirm = (id: string, by = two) => confirmNumber(db, id, { by, why })
const end = (id: string, by = one) => endNumber(db, id, { by, why })

async function confirmed() {
  const own = typed()
  const id = await add(own)
  await confirm(id)
  return { id, name: own.name }
}
const to = (institution: string, account = 'IP 4711'): { method: MethodTyped } => ({
  method: { type: 'institution', institution, account },
})
type Drive = Awaited<ReturnType<typeof fundedDrive>>
const ask = (drive: Drive, institution: string, { amount = 100_000, key = randomUUID(), hold = 24 } = {}) =>
  withdraw(db, { ownerId: drive.ownerId, driveId: drive.id, amount, to: to(institution), key }, hold)
async function filed(drive: Drive, institution: string, amount?: number) {
  const done = await ask(drive, institution, amount ? { amount } : {})
  if (done.is !== 'filed') throw new Error('nothing was filed')
  return done.id
}
const complete = (payout: number) => completePayout(db, payout, { by: three.id })

test('an institution is confirmed by two administrators, and one alone waits [T1413]', async () => {
  const id = await add()
  const listed = async () => (await institutionsToPay(db)).some((found) => found.id === id)
  const waiting = async () => {
    const { rows } = await sql<{ id: string }>`${waitingInstitutions.oldest}`.execute(db)
    return rows.some((row) => row.id === id)
  }
  await expect(confirm(id, one)).rejects.toThrow('You have approved this already')
  expect([await listed(), await waiting()]).toEqual([false, true])
  expect(await confirm(id)).toBe('done')
  expect([await listed(), await waiting()]).toEqual([true, false])
  const row = await oneRow('institutions', { id })
  expect(row).toMatchObject({ confirmed_by: one.id, second_by: two.id, added_by: one.id })
  await expect(confirm(id, three)).rejects.toThrow('is confirmed already')
  const acts = (await allRows('audit_log', { subject: id })).map(({ act }) => act)
  expect(acts).toEqual(['institution added', 'institution asked', 'institution confirmed'])
})

test('a yes of more than seven days counts no more, and the next administrator is the first again [T1414]', async () => {
  const id = await add()
  await sql`update proposals set created_at = now() - interval '8 days' where subject = ${id}`.execute(db)
  expect(await confirm(id)).toBe('first')
  expect((await oneRow('institutions', { id })).confirmed_at).toBeNull()
  expect(await confirm(id, three)).toBe('done')
  expect(await oneRow('institutions', { id })).toMatchObject({ confirmed_by: two.id, second_by: three.id })
})

test('ten administrators who confirm or end at once confirm it once and end it once [T1415]', async () => {
  const id = await add()
  const admins = await Promise.all(Array.from({ length: 10 }, () => newAdmin()))
  const all = await atOnce(10, (at) => confirm(id, admins[at]!))
  expect(granted(all)).toEqual(['done'])
  expect(new Set(reasonsOf(all))).toEqual(new Set(['The number of this institution is confirmed already']))
  const ends = await atOnce(10, (at) => end(id, admins[at]!))
  expect(granted(ends)).toEqual(['done'])
  // Ten who add one name add it once.
  const own = typed()
  expect(granted(await atOnce(10, (at) => add(own, admins[at]!)))).toHaveLength(1)
})

test('the database itself lets nobody edit, delete or confirm one again, nor send to one that does not stand [T1416]', async () => {
  const { id } = await confirmed()
  for (const change of [
    sql`update institutions set paybill = '999999' where id = ${id}`,
    sql`update institutions set name = 'Mine' where id = ${id}`,
    sql`update institutions set second_by = ${three.id} where id = ${id}`,
    sql`delete from institutions where id = ${id}`,
    sql`update institutions set confirmed_by = null, second_by = null, confirmed_at = null where id = ${id}`,
    sql`insert into institutions (name, kind, paybill, source, added_by) values ('Short', 'hospital', '12', 'bill', ${one.id})`,
    sql`insert into institutions (name, kind, source, added_by) values ('No number', 'hospital', 'bill', ${one.id})`,
    sql`insert into institutions (name, kind, paybill, bank_name, source, added_by)
      values ('Two ways', 'hospital', '522522', 'KCB', 'bill', ${one.id})`,
    sql`insert into institutions (name, kind, paybill, source, added_by, confirmed_by, second_by, confirmed_at)
      values ('Alone', 'hospital', '522522', 'bill', ${one.id}, ${one.id}, ${one.id}, now())`,
  ])
    await expect(change.execute(db)).rejects.toThrow()
  const drive = await fundedDrive(db, [1_000_000])
  const waits = await add()
  const method = (institution: string) =>
    sql<{ id: string }>`
    insert into withdrawal_methods (user_id, method_type, institution_id, paybill_account)
    values (${drive.ownerId}, 'institution', ${institution}, 'IP 1') returning id`.execute(db)
  await expect(method(waits)).rejects.toThrow('is not confirmed')
  const payout = await filed(drive, id)
  const attempt = sql`insert into payout_attempts (payout_id, n, reference, provider)
    values (${payout}, 1, ${`pay-${payout}-1-0123456789abcdef`}, 'paystack')`
  await expect(attempt.execute(db)).rejects.toThrow('sent by hand')
})

test('an owner sends a withdrawal to a confirmed institution, and waits for nothing [T1417]', async () => {
  const drive = await fundedDrive(db, [1_000_000])
  const { id, name } = await confirmed()
  const payout = await filed(drive, id)
  const request = await oneRow('payout_requests', { id: payout })
  expect(request.destination).toEqual({
    type: 'institution',
    institution: id,
    name,
    bank: null,
    holder: null,
    number: '522522',
    account: 'IP 4711',
  })
  expect(request.net % 100).toBe(0)
  const method = (await methodsOf(db, drive.ownerId, 24)).find(({ type }) => type === 'institution')
  expect(method).toMatchObject({ through: name, number: '•••• 4711', heldUntil: null, isEnded: false })
  // Typed again, the number is that method.
  await filed(drive, id, 20_000)
  expect(await countOf('withdrawal_methods', { user_id: drive.ownerId, institution_id: id })).toBe(1)
})

test('a form that is sent ten times at once asks once, and one with another number is refused [T1418]', async () => {
  const drive = await fundedDrive(db, [1_000_000])
  const { id } = await confirmed()
  const key = randomUUID()
  const all = [...(await atOnce(5, () => ask(drive, id, { key }))), ...(await atOnce(5, () => ask(drive, id, { key })))]
  expect(new Set(granted(all).map((done) => done.is === 'filed' && done.id)).size).toBe(1)
  expect(await countOf('payout_requests', { fund_drive_id: drive.id })).toBe(1)
  const other = withdraw(db, {
    ownerId: drive.ownerId,
    driveId: drive.id,
    amount: 100_000,
    to: to(id, 'IP 9999'),
    key,
  })
  await expect(other).rejects.toMatchObject({ status: 422 })
})

test('nothing is asked for to an institution that is unknown, unconfirmed or ended [T1419]', async () => {
  const drive = await fundedDrive(db, [1_000_000])
  const waits = await add()
  const { id } = await confirmed()
  await filed(drive, id)
  await end(id)
  for (const institution of [randomUUID(), waits, id])
    await expect(ask(drive, institution)).rejects.toMatchObject({ status: 422, field: 'institution' })
  const { id: methodId } = await oneRow('withdrawal_methods', { user_id: drive.ownerId, institution_id: id })
  const saved = withdraw(db, {
    ownerId: drive.ownerId,
    driveId: drive.id,
    amount: 20_000,
    to: { methodId },
    key: randomUUID(),
  })
  await expect(saved).rejects.toThrow('Please choose another withdrawal method.')
  expect((await methodsOf(db, drive.ownerId)).find((method) => method.id === methodId)).toMatchObject({ isEnded: true })
})

test('what is typed is refused in words: no institution, no number, a sign that no number has [T1420]', () => {
  const says = (own: Record<string, string>) => {
    const { wrong, to: where } = withdrawForm.parse({ amount: '1,000', method: 'institution', seen: '100000', ...own })
    return { where, wrong: wrong.map(([field, words]) => `${field}: ${wordsIn('en')._(words)}`) }
  }
  const id = randomUUID()
  expect(says({ institution: 'mine', patient_number: '<b>' }).wrong).toEqual([
    'password: Please fill in all required fields',
    'institution: We have not confirmed the number of this institution',
    'patient_number: Please write the patient’s or pupil’s number with at most 40 letters and numbers',
  ])
  expect(says({ password: 'x' }).wrong).toHaveLength(2)
  expect(says({ institution: id, patient_number: ' ip  4711 ', password: 'x' })).toEqual({
    where: { method: { type: 'institution', institution: id, account: 'IP 4711' } },
    wrong: [],
  })
})

test('an open request to an institution that was ended is refused at Complete, and can be declined [T1421]', async () => {
  const drive = await fundedDrive(db, [1_000_000])
  const { id, name } = await confirmed()
  const payout = await filed(drive, id)
  await end(id)
  const refused = await complete(payout).catch((error: Refusal) => wordsIn('en')._(error.says.title))
  expect(refused).toContain(`${name} is ended in the list of institutions: nothing is sent there any more.`)
  expect((await oneRow('payout_requests', { id: payout })).status).toBe('processing')
  await decline(db, payout, { by: three.id })
  expect((await oneRow('payout_requests', { id: payout })).status).toBe('rejected')
})

test('Complete waits for an institution that is being ended, and then refuses [T1422]', async () => {
  const drive = await fundedDrive(db, [1_000_000])
  const { id } = await confirmed()
  const payout = await filed(drive, id)
  const completing = await db.transaction().execute(async (tx) => {
    await endInstitution(tx, (await lockedInstitution(tx, id))!, three)
    const answer = complete(payout).then(
      () => 'completed',
      (error: Error) => error.message,
    )
    await waitsForLock(db, answer)
    return { answer }
  })
  expect(await completing.answer).toContain('is ended in the list of institutions')
  expect(await oneRow('payout_requests', { id: payout })).toMatchObject({ status: 'processing' })
})

test('an institution that Complete has locked is not ended before the money is booked [T1423]', async () => {
  const drive = await fundedDrive(db, [1_000_000])
  const { id } = await confirmed()
  const payout = await filed(drive, id)
  let ended = false
  let ending: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    await refuseEnded(tx, (await oneRow('payout_requests', { id: payout })).destination)
    ending = end(id).then(() => {
      ended = true
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(ended).toBe(false)
  })
  await ending
  expect(ended).toBe(true)
})

test('no rail sends to an institution: it is completed by hand, also where a provider sends all else [T1424]', async () => {
  Object.assign(settings, { PAYOUTS: 'provider' })
  const drive = await fundedDrive(db, [1_000_000])
  const { id } = await confirmed()
  const payout = await filed(drive, id)
  await expect(beginTransfer(db, payout, { by: three.id })).rejects.toThrow('sent by hand')
  const { destination } = await oneRow('payout_requests', { id: payout })
  expect(carrierNamed('paystack').limits(destination as never)).toBeUndefined()
  expect(await complete(payout)).toMatchObject({ mode: 'by-hand' })
  expect(await oneRow('payout_requests', { id: payout })).toMatchObject({ status: 'completed' })
  expect(await countOf('payout_attempts', { payout_id: payout })).toBe(0)
})

test('the public account and its file name the institution, and no digit of its number [T1425]', async () => {
  const drive = await fundedDrive(db, [1_000_000])
  const { id, name } = await confirmed()
  await complete(await filed(drive, id))
  const { id: other } = await drive.ask(50_000)
  await completePayout(db, other, { by: three.id }).catch(() => {})
  const { payees } = await accountSums(db, drive.id)
  expect(payees).toContainEqual({ payee: { institution: name }, sum: 95_000 })
  await sql`update fund_drives set published_at = coalesce(published_at, now()) where id = ${drive.id}`.execute(db)
  for (const address of ['account', 'account.csv']) {
    const text = (await get(`/fundraiser/${drive.slug}/${address}`)).text
    expect(text).toContain(name)
    for (const secret of ['522522', 'IP 4711', '4711']) expect(text.replaceAll(name, '')).not.toContain(secret)
  }
})

test('the office finds an institution by its name and number, and by its state [T1426]', async () => {
  const { id, name } = await confirmed()
  const found = async (query: string) => {
    const page = await institutionsList.page(db, institutionsList.asked(new URLSearchParams(query)))
    return page.rows.map((row) => row.id)
  }
  expect(await found(`search=${name}`)).toEqual([id])
  expect(await found('search=522522&state=confirmed')).toContain(id)
  expect(await found('state=waiting')).not.toContain(id)
  await end(id)
  expect(await found('state=ended')).toContain(id)
})

test('all that is wrong in the form is told in one answer, beside its field, and what was typed stays [T1449]', async () => {
  const admin = await somePerson(db, { admin: true })
  const cookie = await cookieOf(admin)
  const send = async (own: Record<string, string>) =>
    browser.send(
      '/admin/institutions/new',
      { kind: 'hospital', source: 'Its bill', name: '', again: admin.password, ...own },
      { cookie },
    )
  const late = await send({ paybill: '12', source: '' })
  expect(late.status).toBe(422)
  for (const words of [
    'Please write its name in 2 to 100 letters',
    'Please write the Paybill number with 5 to 7 digits',
    'Please write in 1 to 200 letters where you have the number from',
  ])
    expect(late.words).toContain(words)
  expect(late.text).toContain('value="12"')
  const bank = await send({ name: 'Kijani', account_number: '1' })
  for (const words of ['Please write the bank’s name', 'Please write the name on the account', 'with 4 to 34 letters'])
    expect(bank.words).toContain(words)
  const account = { bank_name: 'Equity', account_number: '12345', account_name: 'Kijani' }
  for (const number of [{ paybill: '522522', ...account }, undefined])
    expect((await send({ name: 'Kijani', ...number })).words).toContain('but not both')
})
