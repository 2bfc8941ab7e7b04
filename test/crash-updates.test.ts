import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { mailLateUpdate, mailUpdate } from '#app/drives/updates/mailing.server.ts'
import { postUpdate, removeUpdate } from '#app/drives/updates/updates.server.ts'
import { completeByHand } from '#app/money/payouts/decide.server.ts'
import { askWhatFor } from '#app/money/payouts/what-for.server.tsx'
import { closeBooks } from '#app/money/public-book/close.server.ts'
import { mailBook } from '#app/money/public-book/mails.server.tsx'
import type { Db } from '#app/platform/db.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { brokenBooks } from './books.ts'
import { dieEverywhere, forever, type Mortal } from './crash.ts'
import { allOrNothing, queued } from './crash-changes.ts'
import { testDatabase } from './database.ts'
import { leavesSomethingBehind } from './leave-behind.ts'
import { someDrive, somePerson } from './make.ts'
import { fundedDrive } from './money.ts'
import { aNumber } from './phone-codes.ts'
import { allRows, oneRow } from './rows.ts'
import { scriptedProvider } from './scripted-provider.ts'
import { smtpServer } from './smtp.ts'
import { timePasses } from './time.ts'
import { someTreasurer } from './treasurers.ts'

leavesSomethingBehind()

// Updates and what is told of money that was sent: the process is killed at each place where something else can be left, and at each
// email. No follower is sent an update twice, and nobody else of a drive gets an email again because it was lost for one.

const db = await testDatabase()
const one = { id: (await somePerson(db, { admin: true })).id, address: '' }
beforeEach(() => void scriptedProvider())

describe('updates', () => {
  const posting = async () => ({
    ...(await someDrive(db)),
    typed: { key: randomUUID(), words: 'The roof is on', photos: [], whole: null },
  })
  type Posting = Awaited<ReturnType<typeof posting>>
  const post = (on: Db, { id, ownerId, typed }: Posting, now = new Date()) =>
    postUpdate(on, { driveId: id, personId: ownerId }, typed, now)
  const leaves = async ({ id }: Posting) => {
    const all = await allRows('updates', { fund_drive_id: id })
    const mailings = await allRows('update_mailings', { fund_drive_id: id })
    const jobs = mailings[0] ? await queued('mail-update', { mailingId: mailings[0].id }) : 0
    return [
      ...all.map(({ words, mailing_id }) => `${words}${mailing_id ? '' : ', in no mailing'}`),
      mailings.length,
      jobs,
    ]
  }

  allOrNothing('are posted with their mailing and its job, or not', {
    begin: posting,
    does: (on, about) => post(on, about),
    leaves,
    from: [0, 0],
    to: ['The roof is on', 1, 1],
  })

  allOrNothing('are removed with their words, and leave the texts that wait for the morning, or stay in both', {
    begin: async () => {
      const made = await posting()
      await follows(made.id, { phone: aNumber() })
      await post(db, made, new Date(Date.now() - 20 * 60_000))
      const { id: update, mailing_id: mailingId } = await oneRow('updates', { fund_drive_id: made.id })
      for (let time = 0; time < 3; time++) await mailUpdate(db, { mailingId: mailingId! })
      return { ...made, update, mailingId: mailingId! }
    },
    does: (on, { id, update }) => removeUpdate(on, id, update),
    leaves: async ({ update, mailingId }) => {
      const waiting = (await allRows('sms_outbox', { state: 'waiting' })).filter(({ key }) =>
        key.startsWith(`update ${mailingId} `),
      )
      const sends = await allRows('update_sends', { mailing_id: mailingId }, 'follower_id')
      return [(await oneRow('updates', { id: update })).words, waiting.length, sends.length]
    },
    from: ['The roof is on', 1, 1],
    to: ['', 0, 0],
  })

  test('reach each follower once at most, wherever their worker dies, and all but who was being mailed [T1682]', {
    timeout: 240_000,
  }, async () => {
    const emails = ['a', 'b', 'c']
    const { places } = await dieEverywhere({
      begin: async () => {
        const made = await posting()
        for (const name of emails) await follows(made.id, { email: `${name}@${made.id.slice(0, 8)}.example` })
        for (let nr = 0; nr < 2; nr++) await follows(made.id, { phone: aNumber() })
        await post(db, made, new Date(Date.now() - 20 * 60_000))
        const { id: mailingId } = await oneRow('update_mailings', { fund_drive_id: made.id })
        return { ...made, mailingId, mails: await dyingMails() }
      },
      formAction: async (mortal, { mailingId, mails }) => {
        mails.by.step = mortal.step
        Object.assign(settings, { SMTP_URL: mails.url })
        for (let time = 0; time < 4; time++) await mailUpdate(mortal.db, { mailingId })
      },
      after: async ({ mailingId, mails }, how) => {
        const next = await dyingMails()
        Object.assign(settings, { SMTP_URL: next.url })
        for (let time = 0; time < 4; time++) await mailUpdate(db, { mailingId })
        const all = [...mails.received, ...next.received].flatMap(({ to }) => to)
        expect(new Set(all).size, how).toBe(all.length)
        // One email may be lost: nobody knows whether it left.
        expect(all.length, how).toBeGreaterThanOrEqual(how === 'it lived' ? 3 : 2)
        const sends = await allRows('update_sends', { mailing_id: mailingId }, 'follower_id')
        expect(sends.map((send) => send.how).sort(), how).toEqual(['email', 'email', 'email', 'text', 'text'])
        const texts = (await allRows('sms_outbox')).filter(({ key }) => key.startsWith(`update ${mailingId} `))
        expect(texts.length, how).toBe(2)
        expect((await oneRow('update_mailings', { id: mailingId })).done_at, how).not.toBeNull()
        expect(await brokenBooks(db), how).toEqual([])
        mails.close()
        next.close()
      },
    })
    expect(places).toBeGreaterThan(30)
  })

  test('reach a follower who is told "later" twice, once at most, and are tried again wherever their worker dies [T1725]', {
    timeout: 240_000,
  }, async () => {
    const { places } = await dieEverywhere({
      begin: async () => {
        const made = await posting()
        await follows(made.id, { email: `later@${made.id.slice(0, 8)}.example` })
        await post(db, made, new Date(Date.now() - 20 * 60_000))
        const { id: mailingId } = await oneRow('update_mailings', { fund_drive_id: made.id })
        const { id: followerId } = await oneRow('followers', { fund_drive_id: made.id })
        return { mailingId, followerId, mails: await dyingMails() }
      },
      formAction: async (mortal, { mails, ...about }) => {
        mails.by.step = mortal.step
        mails.by.answer = '450 later'
        Object.assign(settings, { SMTP_URL: mails.url })
        await mailUpdate(mortal.db, about)
        await mailLateUpdate(mortal.db, { ...about, nr: 1 })
        mails.by.answer = undefined
        await mailLateUpdate(mortal.db, { ...about, nr: 2 })
      },
      after: async ({ mails, ...about }, how) => {
        const next = await dyingMails()
        Object.assign(settings, { SMTP_URL: next.url })
        for (let time = 0; time < 4; time++) await mailUpdate(db, about)
        if (await queued('mail-update-late', { mailingId: about.mailingId }))
          await mailLateUpdate(db, { ...about, nr: 2 })
        const all = [...mails.received, ...next.received]
        expect(all.length, how).toBeLessThanOrEqual(1)
        // Only between the row and what the mail server says of it: nobody knows then whether the email left.
        if (!/update_sends|add_work|commit|mail$/.test(how)) expect(all.length, how).toBe(1)
        expect(await allRows('update_sends', { mailing_id: about.mailingId }, 'follower_id'), how).toHaveLength(1)
        mails.close()
        next.close()
      },
    })
    expect(places).toBeGreaterThan(15)
  })
})

const follows = (driveId: string, contact: { email?: string; phone?: string }) =>
  db
    .insertInto('followers')
    .values({ fund_drive_id: driveId, source: 'form', confirmed_at: new Date(), ...contact })
    .execute()

/** Takes mails of those who live; each mail is a step. The dead wait for its answer for ever. */
async function dyingMails() {
  const by: Pick<Mortal, 'step'> & { answer?: string | undefined } = { step: (_what, run) => run() }
  const server = await smtpServer({
    takes: (take) => by.step('mail', async () => take()).catch(forever),
    answers: () => by.answer,
  })
  return { ...server, by }
}

describe('an email about money that was sent', () => {
  /** Mails leave once, or twice where nobody knows whether the first one left. */
  const isMailed = (name: string, begin: () => Promise<{ email: string; run: (on: Db) => Promise<unknown> }>) =>
    test(name, { timeout: 240_000 }, async () => {
      await dieEverywhere({
        begin: async () => ({ ...(await begin()), mails: await dyingMails() }),
        formAction: (mortal, { run, mails }) => {
          mails.by.step = mortal.step
          Object.assign(settings, { SMTP_URL: mails.url })
          return run(mortal.db)
        },
        after: async ({ email, run, mails }, how) => {
          const next = await dyingMails()
          Object.assign(settings, { SMTP_URL: next.url })
          if (how !== 'it lived') await run(db)
          const told = [...mails.received, ...next.received].map(({ to }) => to)
          expect([[[email]], [[email], [email]]].slice(0, how === 'it lived' ? 1 : 2), how).toContainEqual(told)
          mails.close()
          next.close()
        },
      })
    })
  const ownersEmail = async (id: string) => (await oneRow('users', { id })).email!

  isMailed('reaches an owner who is asked what it was for', async () => {
    const drive = await fundedDrive(db, [100_000])
    const { id: payoutId } = await drive.ask(50_000)
    await completeByHand(db, payoutId, { by: one.id })
    return { email: await ownersEmail(drive.ownerId), run: (on) => askWhatFor(on, { payoutId }) }
  })

  isMailed('reaches the reader of a closed day of the book, and no other reader a second time', async () => {
    const drive = await fundedDrive(db, [100_000])
    const driveId = drive.id
    // The owner is a reader, too.
    const { id: userId, email } = await someTreasurer(db, drive)
    await timePasses('1 day')
    await closeBooks(db)
    const { day } = (
      await sql<{ day: string }>`select day::text from book_days where fund_drive_id = ${driveId}`.execute(db)
    ).rows[0]!
    return { email, run: (on) => mailBook(on, { driveId, day, userId }) }
  })
})
