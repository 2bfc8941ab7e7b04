import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addPaper } from '#app/drives/papers/papers.server.ts'
import { inviteHelper, joinHelper } from '#app/invitations/helpers/members.server.ts'
import { addInstitution, institutionsToPay } from '#app/money/institutions/institutions.server.ts'
import { settlePayment } from '#app/money/payments/settle.server.ts'
import { openChanges, takeChanges } from '#app/money/payouts/changes.server.ts'
import { sendTransfer } from '#app/money/payouts/send.server.ts'
import { lapseSignatures } from '#app/money/payouts/sign.server.ts'
import { mailSigner } from '#app/money/payouts/signer-mails.server.tsx'
import { closeBooks } from '#app/money/public-book/close.server.ts'
import { sendRefund } from '#app/money/refunds/refund.server.ts'
import { addReceipts } from '#app/money/spending/receipts.server.ts'
import { currentSecret, openSealed } from '#app/platform/settings/accepted-secrets.server.ts'
import { unsealBytes } from '#app/platform/settings/secret.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { testDatabase } from '#test/database.ts'
import { cookieOf, ownersDrive, somePerson } from '#test/make.ts'
import { begunGift, booksMustHold, gift, paid, phoneOf } from '#test/money.ts'
import { isNight } from '#test/night.ts'
import { aNumber } from '#test/phone-codes.ts'
import { photo } from '#test/pictures.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { allRows, countOf, oneRow, queryOne, setRows } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { timePasses } from '#test/time.ts'
import { someTreasurer } from '#test/treasurers.ts'

// One thief, alone, and a drive where two treasurers must agree: nothing leaves it in thirty days, no matter who it is. All others are
// honest: they never say yes to what they did not want, object to changes within a day, and complete what others agreed to.
// `npm run drill:account` runs it.

const db = await testDatabase({ asOwner: true })
const { get, send } = plainBrowser()
booksMustHold(() => db)

type Person = { id: string; password: string; cookie: string }

/** A drive with KES 10,000, its owner, three treasurers, of whom two must agree, and an administrator. */
async function town() {
  const provider = scriptedProvider()
  const { owner, cookie, drive } = await ownersDrive(db)
  const base = `/fund-drive/${drive.slug}`
  const treasurers: (Person & { helper: number })[] = []
  for (let nr = 0; nr < 3; nr++) {
    const person = await someTreasurer(db, { id: drive.id, ownerId: owner.id })
    treasurers.push({ ...person, cookie: await cookieOf(person) })
  }
  await send(`${base}/settings/signatures`, { signatures: '2' }, { cookie })
  await gift(db, drive.id, 1_000_000)
  const { id: method } = await phoneOf(db, owner.id)
  const admin = await somePerson(db, { admin: true })
  const office: Person = { ...admin, cookie: await cookieOf(admin) }
  const [one, two, three] = [treasurers[0]!, treasurers[1]!, treasurers[2]!]
  const withdraw = (by: string, own: Record<string, string> = {}) =>
    send(
      `${base}/payouts/withdraw`,
      { amount: '7,600', seen: '760000', method, key: randomUUID(), purpose: 'Bill', again: owner.password, ...own },
      { cookie: by },
    )
  const sign = (payout: number, person: Person, verdict = 'yes') =>
    send(`${base}/payouts/${payout}`, { verdict, again: person.password }, { cookie: person.cookie })
  const request = async () => (await allRows('payout_requests', { fund_drive_id: drive.id })).at(-1)!
  return {
    provider,
    drive,
    base,
    owner: { ...owner, cookie },
    one,
    two,
    three,
    treasurers,
    office,
    withdraw,
    sign,
    request,
  }
}
type Town = Awaited<ReturnType<typeof town>>

/** In the gate fewer days: the notice is one day, and a request lapses after fourteen, which other tests hold. */
const days = isNight || process.env.DRILL ? 30 : 4

/** So many days go by. Each day the honest treasurers object to what they are told, and jobs and the administrator do their work. */
async function monthPasses({ base, drive, office, provider, sign }: Town, honest: Person[], isOffice = true) {
  for (let day = 0; day < days; day++) {
    const { changes } = await openChanges(db, drive.id)
    for (const change of changes.filter(({ state }) => state === 'waiting'))
      for (const { cookie, password } of honest)
        await send(
          `${base}/payouts/changes`,
          { change: String(change.id), what: 'object', again: password },
          { cookie },
        )
    for (const { id, status } of await allRows('payout_requests', { fund_drive_id: drive.id })) {
      if (status === 'waiting') for (const person of honest) await sign(id, person, 'no')
      if (isOffice && ['waiting', 'processing'].includes(status)) await complete(office, id)
    }
    await timePasses('1 day')
    await takeChanges(db)
    await lapseSignatures(db)
    for (const { id } of await allRows('payout_attempts', {})) await sendTransfer(db, { attemptId: id })
    // Sessions that grew old are opened again by the person who has the password.
    await sql`update sessions set expires_at = now() + interval '7 days', created_at = now(), updated_at = now()`.execute(
      db,
    )
  }
  expect(provider.sent.size).toBe(0)
}
/** The code in a text that asks a treasurer without an email address. */
async function codeFor(payout: number, { id: userId }: Person): Promise<string> {
  Object.assign(settings, { pretends: true })
  const phone = aNumber()
  await db.insertInto('user_phones').values({ phone, user_id: userId }).execute()
  await setRows('users', { id: userId }, { email: null, email_verified: false })
  const [event] = await allRows('payout_events', { payout_id: payout })
  await mailSigner(db, { eventId: event!.id, userId })
  return openSealed('sms', (await oneRow('sms_outbox', { phone })).sealed!)!
}

const complete = (office: Person, id: number, own: Record<string, string> = {}) =>
  send(`/admin/payouts/${id}/complete`, { note: '', again: office.password, ...own }, { cookie: office.cookie })

/** What left the drive, in cents, by any way. */
async function goneFrom(driveId: string): Promise<number> {
  const { rows } = await sql<{ gone: number }>`select coalesce(sum(net), 0)::int as gone from payout_requests
    where fund_drive_id = ${driveId} and status in ('approved', 'completed')`.execute(db)
  return rows[0]!.gone
}

test('the organiser signs, adds a second self, removes, lowers, changes the account, and gives back to givers alone [T1351]', async () => {
  const here = await town()
  const { base, owner, drive, one, two, withdraw, sign, request, office } = here
  const run = { cookie: owner.cookie }
  expect((await withdraw(owner.cookie)).status).toBe(303)
  const { id } = await request()
  expect((await sign(id, owner)).status).toBe(403)
  expect(await countOf('payout_signatures', { whole: (await request()).whole })).toBe(0)
  // A second account of theirs joins, and waits for a day; the treasurers are told.
  const self = await somePerson(db)
  const mine = { ownerId: owner.id, slug: drive.slug }
  await joinHelper(db, { id: self.id, isConfirmed: true }, await inviteHelper(db, mine, 'Cousin', 'treasurer'))
  const second: Person = { ...self, cookie: await cookieOf(self) }
  expect((await sign(id, second)).status).toBe(409)
  await send(`${base}/settings/signatures`, { signatures: '0' }, run)
  for (const { helper } of here.treasurers)
    await send(`${base}/settings/helpers/remove`, { helper: String(helper) }, run)
  expect(await countOf('money_changes', { fund_drive_id: drive.id, state: 'waiting' })).toBeGreaterThanOrEqual(4)
  await send(`${base}/payouts/withdraw/mobile`, { phone: '0799 999 999', operator: 'M-Pesa' }, run)
  expect(await (await complete(office, id)).status).toBe(409)
  // A gift that they give back goes to its giver, the way it was paid.
  const small = await gift(db, drive.id, 50_000)
  const { id: given } = await oneRow('donations', { payment_id: small.id })
  await send(`${base}/donations/back`, { gift: String(given), why: 'A mistake', again: owner.password }, run)
  expect(await allRows('reversals')).toMatchObject([{ payment_id: small.id, amount: 50_000, asked_as: 'owner' }])
  await monthPasses(here, [one, two])
  expect((await sign(id, second)).status).toBe(409)
  expect((await oneRow('fund_drives', { id: drive.id })).signatures).toBe(2)
  expect(await goneFrom(drive.id)).toBe(0)
})

test('a treasurer finds no way to ask, and one yes is not enough [T1352]', async () => {
  const here = await town()
  const { base, owner, drive, one, two, three, withdraw, sign, request, office } = here
  const by = { cookie: one.cookie }
  expect((await withdraw(one.cookie)).status).toBe(404)
  for (const [page, fields] of [
    ['payouts/cancel', { request: '1' }],
    ['payouts/methods/remove', { method: randomUUID() }],
    ['settings/signatures', { signatures: '0' }],
    ['settings/helpers/remove', { helper: '1' }],
    ['donations/back', { gift: '1', why: 'mine', again: one.password }],
  ] as const)
    expect((await send(`${base}/${page}`, fields, by)).status, page).toBe(404)
  expect((await complete(one, 1)).status).toBe(403)
  // The owner asks, and the others do not want it.
  await withdraw(owner.cookie)
  const { id } = await request()
  expect((await sign(id, one)).status).toBe(303)
  expect((await sign(id, one)).status).toBe(303)
  expect(await countOf('payout_signatures', { by: one.id })).toBe(1)
  expect((await complete(office, id)).status).toBe(409)
  // A false receipt shows nothing before money was sent, and no more than that later.
  const shows = { key: randomUUID(), showsName: true, image: null, noPhoto: 'The shop gave none' }
  const rows = [{ amount: 100, paidTo: 'My shop', what: 'Medicine', day: '2026-01-02' }]
  const receipt = addReceipts(db, { driveId: drive.id, payout: id, by: one.id, ...shows, rows })
  await expect(receipt).rejects.toThrow('Receipts can be added once the withdrawal was sent.')
  await monthPasses(here, [two, three])
  expect((await request()).status).toBe('rejected')
  expect(await goneFrom(drive.id)).toBe(0)
})

test('an administrator completes nothing that is not signed, and nothing of a drive that they help [T1353]', async () => {
  const here = await town()
  const { owner, drive, one, two, three, withdraw, sign, request, office } = here
  await withdraw(owner.cookie)
  const { id } = await request()
  const ways: Record<string, string>[] = [{}, { byHand: 'on' }, { byHand: 'on', note: 'The family called' }]
  for (const own of ways) expect((await complete(office, id, own)).status).toBe(409)
  await sign(id, one)
  for (let day = 0; day < 20; day++) expect((await complete(office, id)).status).toBe(409)
  // Their own account as an institution waits for a second administrator, and no owner finds it.
  const own = { kind: 'hospital', number: { paybill: '799999' }, source: 'Its bill' } as const
  const mineAlone = await addInstitution(db, { name: 'A Hospital of Mine', ...own }, { id: office.id, address: '' })
  expect((await institutionsToPay(db)).some((one) => one.id === mineAlone)).toBe(false)
  // What they refund goes back by the payment it came with, whatever the form says.
  const [small, facts] = [await begunGift(db, drive.id, 50_000), paid(50_000)]
  here.provider.payments.set(small.reference, facts)
  await settlePayment(db, small.reference)
  const back = { amount: '500', seen: '50000', left: '50000', why: 'Mine', key: randomUUID(), again: office.password }
  const toMe = { phone: '0799999999', account: '0799999999' }
  await send(`/admin/donations/${small.id}/refund`, { ...back, ...toMe }, { cookie: office.cookie })
  const [refund] = await allRows('reversals', { payment_id: small.id })
  await sendRefund(db, { reversalId: refund!.id })
  expect([...here.provider.refunds].map(([payment, all]) => [payment, all.length])).toEqual([[facts.providerId, 1]])
  // They make themselves a treasurer of the drive, in the database or by a link: then they decide nothing.
  const mine = { ownerId: owner.id, slug: drive.slug }
  await joinHelper(db, { id: office.id, isConfirmed: true }, await inviteHelper(db, mine, 'Office', 'treasurer')).catch(
    () => {},
  )
  await monthPasses(here, [two, three], false)
  for (const own of ways) expect((await complete(office, id, own)).status).toBeGreaterThanOrEqual(403)
  expect(await goneFrom(drive.id)).toBe(0)
})

test('a stolen phone of the owner asks and does not sign; one of a treasurer does neither without the password [T1354]', async () => {
  const here = await town()
  const { base, owner, drive, one, two, three, withdraw, sign, request } = here
  await sql`update sessions set confirmed_at = now() - interval '11 minutes'`.execute(db)
  const wrong = { password: 'guess1234' }
  await withdraw(owner.cookie)
  const { id } = await request()
  expect((await sign(id, { ...owner, ...wrong })).status).toBeGreaterThanOrEqual(403)
  expect((await sign(id, { ...one, ...wrong })).status).toBe(422)
  const said = await send(`${base}/payouts/${id}`, { verdict: 'yes' }, { cookie: one.cookie })
  expect(said.status).toBe(422)
  expect((await withdraw(one.cookie, wrong)).status).toBe(404)
  expect(await countOf('payout_signatures', { by: one.id })).toBe(0)
  await monthPasses(here, [two, three])
  expect(await goneFrom(drive.id)).toBe(0)
})

test('a copy of the database opens no session, and an edited request or signature is refused [T1355]', async () => {
  const here = await town()
  const { owner, drive, base, one, two, three, withdraw, sign, request, office } = here
  await withdraw(owner.cookie)
  const { id, whole } = await request()
  await sign(id, one)
  // The sessions' tokens, as they lie in the database, are no cookies.
  const { rows } = await sql<{ token: string }>`select token from sessions where user_id = ${two.id}`.execute(db)
  for (const { token } of rows)
    for (const name of ['harambee.session_token', '__Secure-harambee.session_token'])
      expect((await get(`${base}/payouts`, { cookie: `${name}=${token}` })).status).not.toBe(200)
  // The guards of the tables are off: someone writes as the database's owner.
  const edit = (query: string) =>
    sql`do ${sql.lit(`begin set local session_replication_role = replica; ${query}; end`)}`.execute(db)
  await edit(`insert into payout_signatures (whole, by, verdict, mac) values ('${whole}', '${two.id}', 'yes',
    (select mac from payout_signatures where by = '${one.id}'))`)
  expect((await complete(office, id)).status).toBe(409)
  await edit(`delete from payout_signatures where by = '${two.id}'`)
  await edit(`update payout_requests set needs = 1, status = 'processing' where id = ${id}`)
  expect((await complete(office, id)).status).toBe(409)
  await edit(`update payout_requests set needs = 2, status = 'waiting',
    destination = jsonb_set(destination, '{phone}', '"+254799999999"') where id = ${id}`)
  expect((await sign(id, two)).status).toBe(409)
  // No code that was texted is in it, and the photo of a paper opens with our secret alone.
  const code = await codeFor(id, three)
  const { rows: kept } = await sql<{ all: string }>`select concat((select string_agg(c::text, '') from reply_codes c),
    (select string_agg(o::text, '') from sms_outbox o)) as all`.execute(db)
  expect(kept[0]!.all).not.toContain(code)
  const photoed = new File([new Uint8Array(await photo(640, 480).jpeg().toBuffer())], 'id.jpg', { type: 'image/jpeg' })
  await addPaper(db, { driveId: drive.id, by: owner.id, purpose: 'identity', photo: photoed })
  const [paper] = await allRows('papers', { fund_drive_id: drive.id })
  const opens = (secret: string) => unsealBytes(secret, `paper ${drive.id} identity`, paper!.bytes)
  expect([opens('guessed '.repeat(5)), opens(currentSecret())?.subarray(0, 2)]).toEqual([
    undefined,
    Buffer.from([0xff, 0xd8]),
  ])
  await monthPasses(here, [two, three])
  expect(await goneFrom(drive.id)).toBe(0)
})

test('yesterday’s fingerprint names a book that was rewritten, and the book the day of a line that was edited', async () => {
  const { drive } = await town()
  await timePasses('1 day')
  await closeBooks(db)
  const { hash, day } = await queryOne<{ hash: string; day: string }>`
    select hash, day::text from book_days where fund_drive_id = ${drive.id}`
  const check = async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'harambee-thief-'))
    try {
      writeFileSync(path.join(folder, 'book.json'), (await get(`/fundraiser/${drive.slug}/book.json`)).text)
      const program = path.resolve('public/check-book.mjs')
      const ran = spawnSync(process.execPath, [program, 'book.json', hash.slice(0, 16)], {
        cwd: folder,
        encoding: 'utf8',
      })
      return ran.stdout + ran.stderr
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  const edit = (query: string) =>
    sql`do ${sql.lit(`begin set local session_replication_role = replica; ${query}; end`)}`.execute(db)
  const lines = (by: number) =>
    `update book_lines set amount = amount + ${by}, balance = balance + ${by} where fund_drive_id = '${drive.id}'`
  expect(await check()).toContain('right.')
  await edit(lines(-500_000))
  expect(await check()).toContain(`WRONG: the fingerprint of ${day}`)
  // Also where all fingerprints are made again, so that the book is right by itself.
  await edit(`update book_days d set hash = book_hash('${drive.slug}', d.fund_drive_id, d.day, repeat('0', 64))
    where fund_drive_id = '${drive.id}'`)
  expect(await check()).toContain('WRONG: this fingerprint is gone: the book was rewritten')
  await edit(`${lines(500_000)}; update book_days set hash = '${hash}' where fund_drive_id = '${drive.id}'`)
})
