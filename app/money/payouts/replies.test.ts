import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { forgetPhones } from '#app/people/accounts/phones.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { hearOfTexts } from '#app/platform/sms/reports.server.ts'
import { sendWritten } from '#app/platform/sms/send.server.ts'
import { africasTalking, useTexter } from '#app/platform/sms/texter.server.ts'
import { testDatabase } from '#test/database.ts'
import { someCaller, someDrive } from '#test/make.ts'
import { atOnce, booksMustHold, gift, phoneOf } from '#test/money.ts'
import { allRows, countOf, oneRow, setRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { someTreasurer } from '#test/treasurers.ts'
import { mailChange } from './change-mails.server.tsx'
import { setSignatures } from './changes.server.ts'
import { answerIn, hearText, placeOfWay, sweepReplies } from './replies.server.ts'
import { requestPayout } from './request.server.ts'
import { sayVerdict } from './sign.server.ts'
import { mailSigner } from './signer-mails.server.tsx'

// Treasurers who answer our texts by a text.

const db = await testDatabase({ asOwner: true })
booksMustHold(() => db)

/** Texts as they left, by phone. */
const left: { to: string; text: string }[] = []
const before = { ...settings }
beforeEach(() => {
  // The length of the address decides whether a code has room; another file may have left one of its own.
  const address = { APP_URL: 'http://localhost:3000' }
  Object.assign(settings, { ...address, pretends: true, SMS_KEY: undefined, SMS_REPLY_NUMBER: undefined })
  const { read } = africasTalking({ username: 'x', key: 'x', baseUrl: 'http://localhost' })
  useTexter({
    read,
    send: async (to, text) => {
      left.push({ to, text })
      return { is: 'taken', id: null, cents: 80 }
    },
  })
})
afterEach(() => void Object.assign(settings, before))

let phones = 0
const newPhone = () => `+2547333${String(++phones).padStart(5, '0')}`

/** Sends what waits in the outbox for a phone, and returns all that was sent to it. */
async function textsTo(phone: string): Promise<string[]> {
  const noon = new Date(`${new Date().toISOString().slice(0, 10)}T09:00:00Z`)
  for (const { id } of await allRows('sms_outbox', { phone, state: 'waiting' }))
    await sendWritten(db, { smsId: id }, noon)
  return left.filter(({ to }) => to === phone).map(({ text }) => text)
}

/** Hears a text as the gateway posts it, and works off its jobs, each twice. */
async function hears(from: string, text: string): Promise<void> {
  await hearOfTexts(db, new URLSearchParams({ from, to: '20880', text, id: randomUUID() }))
  for (const { id } of await allRows('sms_heard')) for (let run = 0; run < 2; run++) await hearText(db, { heardId: id })
}

/** A drive whose treasurers have phones and no email addresses, with a withdrawal that waits for two of them. */
async function asking(treasurers = 2, number = 2, own: { title?: string } = {}) {
  const drive = await someDrive(db, own)
  await setRows('profiles', { user_id: drive.ownerId }, { full_name: 'Wanjiku' })
  const signers: { id: string; phone: string }[] = []
  for (let nr = 0; nr < treasurers; nr++) {
    const { id } = await someTreasurer(db, drive)
    const phone = newPhone()
    await db.insertInto('user_phones').values({ phone, user_id: id }).execute()
    await db
      .updateTable('users')
      .set({ email: null, email_verified: false, language: nr ? 'sw' : 'en' })
      .where('id', '=', id)
      .execute()
    signers.push({ id, phone })
  }
  const { id: methodId } = await phoneOf(db, drive.ownerId)
  const mine = { ownerId: drive.ownerId, slug: drive.slug }
  await setSignatures(db, mine, number)
  await gift(db, drive.id, 1_000_000)
  const ask = async () => {
    const key = randomUUID()
    const { id } = await requestPayout(db, {
      ownerId: drive.ownerId,
      driveId: drive.id,
      amount: 100_000,
      methodId,
      key,
      purpose: 'Hospital bill',
    })
    const { id: eventId } = await oneRow('payout_events', { payout_id: id, kind: 'requested' })
    for (const { id: userId } of signers) await mailSigner(db, { eventId, userId })
    const codes = await Promise.all(signers.map(({ phone }) => codeFor(phone)))
    return { id, eventId, codes }
  }
  const say = (payout: number, at: number, verdict: 'yes' | 'no') =>
    sayVerdict(db, payout, { driveId: drive.id, by: signers[at]!.id, verdict })
  return { ...drive, mine, signers, ask, say }
}
/** The code in the newest text to a phone. */
const codeFor = async (phone: string): Promise<string> => /\b(\d{6})\b/.exec((await textsTo(phone)).at(-1)!)?.[1] ?? ''
const stateOf = async (id: number) => (await oneRow('payout_requests', { id })).status
const verdicts = async (by: string) =>
  (await allRows('payout_signatures', { by })).map(({ verdict, how }) => `${verdict} ${how}`)
const wrongOf = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

describe('a treasurer without an email address', () => {
  test('is asked by a text with a code, and agrees by YES or NDIO, in any case and with spaces [T1357]', async () => {
    const drive = await asking()
    const [one, two] = drive.signers as [{ id: string; phone: string }, { id: string; phone: string }]
    const { id, codes } = await drive.ask()
    const [text] = await textsTo(one.phone)
    expect(text).toContain(`. Agree? Text YES ${codes[0]} or NO ${codes[0]} to 20880, or http`)
    expect(text).toMatch(new RegExp(`asks KES 1,000 to .*: Hospital bill.*/w/${id}$`))
    expect((await textsTo(two.phone))[0]).toContain(`NDIO ${codes[1]}`)
    await hears(one.phone, `  yes ${codes[0]} `)
    expect([await stateOf(id), await verdicts(one.id)]).toEqual(['waiting', ['yes sms']])
    await hears(two.phone, `Ndio${codes[1]!.slice(0, 3)} ${codes[1]!.slice(3)}.`)
    expect([await stateOf(id), await verdicts(two.id)]).toEqual(['processing', ['yes sms']])
    expect(await countOf('sms_heard')).toBe(0)
  })

  test('refuses by NO or HAPANA, and the withdrawal ends [T1358]', async () => {
    for (const word of ['no', 'HAPANA']) {
      const drive = await asking()
      const { id, codes } = await drive.ask()
      await hears(drive.signers[0]!.phone, `${word} ${codes[0]}`)
      expect([await stateOf(id), await verdicts(drive.signers[0]!.id)]).toEqual(['rejected', ['no sms']])
    }
  })

  test('has the link alone where no number is set, or where the code leaves no room [T1359]', async () => {
    Object.assign(settings, { pretends: false, SMS_KEY: 'atsk_0123456789abcdef' })
    const drive = await asking(1, 1)
    const { eventId } = await drive.ask()
    expect(await countOf('reply_codes', { user_id: drive.signers[0]!.id })).toBe(0)
    expect((await textsTo(drive.signers[0]!.phone))[0]).toMatch(/Agree\? http\S+payouts\/\d+$/)
    Object.assign(settings, { SMS_REPLY_NUMBER: '+254711082000', APP_URL: `https://${'long.'.repeat(14)}example` })
    await mailSigner(db, { eventId, userId: drive.signers[0]!.id, again: true })
    const texts = await textsTo(drive.signers[0]!.phone)
    expect([texts.length, texts.at(-1)]).toEqual([2, expect.not.stringContaining('YES')])
  })

  test('reads the short way where the address of the page leaves no room, in both languages [T1371]', async () => {
    Object.assign(settings, {
      pretends: false,
      SMS_KEY: 'atsk_0123456789abcdef',
      APP_URL: 'https://changisha.harambee.example.co.ke',
    })
    const title = 'The long way to a new roof of the primary school in Kondele, Kisumu'
    const drive = await asking(2, 1, { title })
    await setRows('profiles', { user_id: drive.ownerId }, { full_name: 'Wanjiku Nyambura Kamau wa Kimani' })
    const { eventId, id } = await drive.ask()
    await setSignatures(db, drive.mine, 0)
    const { id: changeId } = await oneRow('money_changes', { fund_drive_id: drive.id })
    for (const { id: userId, phone } of drive.signers) {
      await mailSigner(db, { eventId, userId, again: true })
      for (const news of ['asked', 'held', 'through', 'dropped'] as const)
        await mailChange(db, { changeId, userId, news })
      const texts = await textsTo(phone)
      const ending = (way: string) => texts.filter((text) => text.endsWith(way)).length
      expect([texts.length, ending(`/w/${id}`)]).toEqual([6, 2])
      expect(ending(`/w/c${changeId}`)).toBeGreaterThan(1)
    }
  })

  test('reads the code on the phone alone: it is nowhere in the database [T1360]', async () => {
    const drive = await asking(1, 1)
    const { codes } = await drive.ask()
    await db.deleteFrom('sandbox.sms').execute()
    const { rows } = await sql<{ all: string }>`
      select string_agg(t, ' ') as all from (select o::text as t from sms_outbox o union all select c::text from reply_codes c) x`.execute(
      db,
    )
    expect(rows[0]!.all).not.toContain(codes[0])
    expect(rows[0]!.all).toContain('YES ######')
  })
})

describe('a code', () => {
  test('is of use from the confirmed phone of its treasurer alone; strangers are not answered [T1361]', async () => {
    const drive = await asking()
    const { id, codes } = await drive.ask()
    const stranger = newPhone()
    await hears(stranger, `YES ${codes[0]}`)
    await hears(drive.signers[1]!.phone, `YES ${codes[0]}`)
    await hears('nobody', `YES ${codes[0]}`)
    expect([await stateOf(id), await countOf('payout_signatures', { by: drive.signers[0]!.id })]).toEqual([
      'waiting',
      0,
    ])
    expect([await textsTo(stranger), await countOf('sms_heard')]).toEqual([[], 0])
    const { id: user_id, phone } = drive.signers[0]!
    await db.insertInto('user_phones').values({ phone: newPhone(), user_id }).execute()
    await db.deleteFrom('user_phones').where('phone', '=', phone).execute()
    await hears(drive.signers[0]!.phone, `YES ${codes[0]}`)
    expect(await verdicts(drive.signers[0]!.id)).toEqual([])
  })

  test('is nothing to a person with a confirmed phone whom we never asked: no answer, and the text is gone [T1643]', async () => {
    const drive = await asking()
    const { id, codes } = await drive.ask()
    const { phone } = await someCaller(db, { phone: newPhone() })
    await hears(phone, `YES ${codes[0]}`)
    expect([await textsTo(phone), await countOf('sms_heard'), await stateOf(id)]).toEqual([[], 0, 'waiting'])
  })

  test('that is wrong is answered once a day, in the reader’s language, and three of them end it [T1362]', async () => {
    const drive = await asking()
    const { id, codes } = await drive.ask()
    const [{ phone, id: by }] = drive.signers as [{ id: string; phone: string }]
    for (let nr = 1; nr <= 3; nr++) await hears(phone, `YES ${wrongOf(codes[0]!, nr)}`)
    await hears(phone, 'No thank you')
    expect((await textsTo(phone)).slice(1)).toEqual([
      expect.stringMatching(new RegExp(`^This code is not right\\. Open http\\S+/w/${id}$`)),
    ])
    await hears(phone, `YES ${codes[0]}`)
    expect([await verdicts(by), (await oneRow('reply_codes', { user_id: by })).tries]).toEqual([[], 3])
    await hears(drive.signers[1]!.phone, 'HAPANA')
    expect((await textsTo(drive.signers[1]!.phone)).at(-1)).not.toContain('This code')
  })

  test('is of use for 72 hours; the one of the reminder beside it [T1363]', async () => {
    const drive = await asking(2, 1)
    const { id, eventId, codes } = await drive.ask()
    const [{ phone, id: userId }, other] = drive.signers as [
      { id: string; phone: string },
      { id: string; phone: string },
    ]
    await timePasses('71 hours')
    await mailSigner(db, { eventId, userId, again: true })
    await mailSigner(db, { eventId, userId, again: true })
    expect(await countOf('reply_codes', { user_id: userId })).toBe(2)
    await timePasses('2 hours')
    await hears(other.phone, `YES ${codes[1]}`)
    expect(await stateOf(id)).toBe('waiting')
    await hears(phone, `YES ${await codeFor(phone)}`)
    expect(await stateOf(id)).toBe('processing')
    await timePasses('12 days')
    await sweepReplies(db)
    expect(await countOf('reply_codes', { user_id: userId })).toBe(0)
  })

  test('is used once: the same text heard later changes nothing that was said since, another word is answered [T1364]', async () => {
    const drive = await asking(3, 1)
    const { id, codes } = await drive.ask()
    const [{ phone, id: by }] = drive.signers as [{ id: string; phone: string }]
    await hears(phone, `NO ${codes[0]}`)
    await drive.say(id, 0, 'yes')
    const many = (await textsTo(phone)).length
    await hears(phone, `NO ${codes[0]}`)
    expect([await verdicts(by), (await textsTo(phone)).length]).toEqual([['no sms', 'yes web'], many])
    await hears(phone, `YES ${codes[0]}`)
    expect((await textsTo(phone)).at(-1)).toMatch(/^This code is not right/)
  })

  test('of a withdrawal that has ended, or of a treasurer who left, agrees to nothing: its sender reads why [T1365]', async () => {
    const drive = await asking()
    const { id, codes } = await drive.ask()
    await drive.say(id, 1, 'no')
    await hears(drive.signers[0]!.phone, `YES ${codes[0]}`)
    expect((await textsTo(drive.signers[0]!.phone)).at(-1)).toMatch(
      /does not wait for an answer any more http\S+\/w\/\d+$/,
    )
    const other = await asking()
    const asked = await other.ask()
    await db
      .updateTable('drive_helpers')
      .set({ left_at: new Date() })
      .where('user_id', '=', other.signers[0]!.id)
      .execute()
    await hears(other.signers[0]!.phone, `YES ${asked.codes[0]}`)
    expect([await stateOf(asked.id), await verdicts(other.signers[0]!.id)]).toEqual(['waiting', []])
  })

  test('to a phone that said STOP is not answered [T1366]', async () => {
    const drive = await asking()
    const { codes } = await drive.ask()
    const { phone } = drive.signers[0]!
    const many = (await textsTo(phone)).length
    await hears(phone, 'STOP')
    await hears(phone, `YES ${wrongOf(codes[0]!)}`)
    expect((await textsTo(phone)).length).toBe(many)
  })
})

test('a NO to a change of who must agree is an objection, and a YES says nothing [T1367]', async () => {
  const drive = await asking(3)
  await setSignatures(db, drive.mine, 1)
  const { id: changeId } = await oneRow('money_changes', { fund_drive_id: drive.id })
  for (const userId of [drive.ownerId, ...drive.signers.map(({ id }) => id)])
    await mailChange(db, { changeId, userId, news: 'asked' })
  const [one, two] = drive.signers as [{ id: string; phone: string }, { id: string; phone: string }]
  const [text] = await textsTo(one.phone)
  const code = await codeFor(one.phone)
  expect(text).toMatch(
    new RegExp(
      `wants 1 instead of 2 treasurers to agree, from .* Object: text NO ${code} to 20880, or http\\S+/w/c${changeId}$`,
    ),
  )
  await hears(two.phone, `NDIO ${await codeFor(two.phone)}`)
  expect((await oneRow('money_changes', { id: changeId })).state).toBe('waiting')
  await hears(one.phone, `Hapana ${code}`)
  await hears(one.phone, `Hapana ${code}`)
  expect(await oneRow('money_changes', { id: changeId })).toMatchObject({ state: 'held', held_by: one.id })
})

test('of ten wrong codes at once three are compared, and of ten right ones one is taken [T1368]', async () => {
  const drive = await asking(2)
  const { id, codes } = await drive.ask()
  const [one, two] = drive.signers as [{ id: string; phone: string }, { id: string; phone: string }]
  const heard = async (phone: string, text: (at: number) => string) => {
    for (let at = 0; at < 10; at++) await hearOfTexts(db, new URLSearchParams({ from: phone, text: text(at) }))
    return (await allRows('sms_heard')).map((row) => row.id)
  }
  const wrong = await heard(one.phone, (at) => `YES ${wrongOf(codes[0]!, at + 1)}`)
  const ends = await atOnce(10, (at) => hearText(db, { heardId: wrong[at]! }))
  expect(ends.filter(({ status }) => status === 'rejected')).toEqual([])
  expect((await oneRow('reply_codes', { user_id: one.id })).tries).toBe(3)
  const right = await heard(two.phone, () => `YES ${codes[1]}`)
  await atOnce(10, (at) => hearText(db, { heardId: right[at]! }))
  expect([await verdicts(two.id), await stateOf(id), await countOf('sms_heard')]).toEqual([['yes sms'], 'waiting', 0])
})

test('of a person who is forgotten no text and no code is left [T1369]', async () => {
  const drive = await asking()
  await drive.ask()
  const [{ id, phone }] = drive.signers as [{ id: string; phone: string }]
  await hearOfTexts(db, new URLSearchParams({ from: phone, text: 'YES 123456' }))
  await db.transaction().execute(async (tx) => {
    await forgetPhones(tx, id)
    await tx
      .updateTable('users')
      .set({ deleted_at: new Date(), email: `${id}@deleted.invalid` })
      .where('id', '=', id)
      .execute()
  })
  expect([await countOf('sms_heard', { phone }), await countOf('reply_codes', { user_id: id })]).toEqual([0, 0])
})

test('an answer is read in both languages; the short way leads only those there who may sign [T1370]', async () => {
  const read = (text: string) => JSON.stringify(answerIn(text) ?? null)
  const is = (word: string, code?: string) => JSON.stringify({ word, ...(code ? { code } : {}) })
  for (const text of ['YES 482193', 'yes482193', '"Yes" 482 193.', ' NDIO: 482-193', 'Ndiyo 482193\n'])
    expect(read(text), text).toBe(is('yes', '482193'))
  for (const text of ['No 482193', 'HAPANA 482193', 'no.482193']) expect(read(text), text).toBe(is('no', '482193'))
  for (const text of ['No', 'No thank you', 'no 48219', 'no 4821930']) expect(read(text), text).toBe(is('no'))
  for (const text of ['', 'Nope 482193', 'Yesterday 482193', 'not 482193', '482193'])
    expect(read(text), text).toBe('null')
  const drive = await asking(1, 1)
  const { id } = await drive.ask()
  await setSignatures(db, drive.mine, 0)
  const change = await oneRow('money_changes', { fund_drive_id: drive.id })
  const base = `/fund-drive/${drive.slug}/payouts`
  for (const person of [drive.ownerId, drive.signers[0]!.id])
    expect([await placeOfWay(db, String(id), person), await placeOfWay(db, `c${change.id}`, person)]).toEqual([
      `${base}/${id}`,
      `${base}/changes`,
    ])
  const other = await asking(1, 1)
  for (const way of [String(id), `c${change.id}`, '0', 'x', 'c', '1e3', '9'.repeat(16)])
    expect(await placeOfWay(db, way, other.ownerId), way).toBeUndefined()
})
