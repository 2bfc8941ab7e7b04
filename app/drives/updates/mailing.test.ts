import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { wordsIn } from '#app/kit/words.ts'
import { jobsNamed } from '#app/platform/jobs/queue.server.ts'
import { defaults } from '#app/platform/settings/choices.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { sendWritten } from '#app/platform/sms/send.server.ts'
import { useTexter } from '#app/platform/sms/texter.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce } from '#test/money.ts'
import { countOf, oneRow } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { waitsForLock } from '#test/waits-for-lock.ts'
import { hideUpdate } from './admin/hide-update.server.tsx'
import { setFollowing, tokenOfFollower } from './followers.server.ts'
import { mailUpdate } from './mailing.server.ts'
import { updateSms } from './mails.server.tsx'
import { postUpdate, removeUpdate, updatesOf } from './updates.server.ts'

// Mailings to followers: one mailing of a drive a day, and nobody twice, whatever stops, comes late or runs at once.

const db = await testDatabase()
const { SMTP_URL } = settings
afterEach(async () => {
  Object.assign(settings, { SMTP_URL })
  expect((await brokenInvariants(db)).filter(({ id }) => id === 'A11')).toEqual([])
})

const typed = (words: string) => ({ key: randomUUID(), words, photos: [], whole: null })
type Drive = { id: string; ownerId: string }
const say = (drive: Drive, words: string, now?: Date) =>
  postUpdate(db, { driveId: drive.id, personId: drive.ownerId }, typed(words), now)

/** Followers who confirmed, by email or by phone. */
async function followed(drive: Drive, emails: number, phones = 0): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into followers (fund_drive_id, email, phone, source, confirmed_at)
    select ${drive.id}, case when n <= ${emails} then 'f' || n || '@' || left(${drive.id}, 8) || '.example' end,
      case when n > ${emails} then '+2547' || lpad((abs(hashtext(${drive.id} || n)) % 100000000)::text, 8, '0') end, 'form', now()
    from generate_series(1, ${emails + phones}::int) n returning id`.execute(db)
  return rows.map(({ id }) => id)
}

const mailingsOf = (driveId: string) =>
  db
    .selectFrom('update_mailings')
    .where('fund_drive_id', '=', driveId)
    .orderBy('due_at')
    .select(['id', 'due_at', 'emailed_at', 'done_at', sql<string>`day::text`.as('day')])
    .execute()

/** The times that each follower's address was emailed. */
async function emailed(driveId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ email: string; many: number }>`
    select f.email, count(m.id)::int as many from followers f left join sandbox.mails m on m.to_address = f.email
    where f.fund_drive_id = ${driveId} and f.email is not null group by 1 order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ email, many }) => [email.split('@')[0]!, many]))
}
const timesOf = async (driveId: string) => new Set(Object.values(await emailed(driveId)))

/** Runs the jobs of a mailing that is due until it is done. */
async function runAll(id: number, at = new Date()) {
  for (let nr = 0; nr < 500; nr++) {
    await mailUpdate(db, { mailingId: id }, at)
    const row = await db.selectFrom('update_mailings').where('id', '=', id).select('done_at').executeTakeFirstOrThrow()
    if (row.done_at) return
  }
}
const laterBy = (minutes: number, from = new Date()) => new Date(from.getTime() + minutes * 60_000)

/** A drive with an update whose mailing is due now. */
async function due(emails: number, phones = 0) {
  const drive = await someDrive(db)
  const followers = await followed(drive, emails, phones)
  await say(drive, 'The roof is on, <b>thank you</b>', laterBy(-20))
  const [mailing] = await mailingsOf(drive.id)
  return { ...drive, followers, mailing: mailing!.id }
}

describe('when', () => {
  test('a first update is due in a quarter of an hour, later ones together at eight the next day, and theirs is that day’s one [T1314]', async () => {
    const drive = await someDrive(db)
    const noon = new Date('2026-12-03T09:00:00Z')
    await say(drive, 'One', noon)
    await say(drive, 'Two', laterBy(1, noon))
    await say(drive, 'Three', laterBy(60, noon))
    await say(drive, 'Before eight', new Date('2026-12-04T04:00:00Z'))
    await say(drive, 'After eight', new Date('2026-12-04T06:00:00Z'))
    expect((await mailingsOf(drive.id)).map(({ day, due_at }) => [day, due_at.toISOString()])).toEqual([
      ['2026-12-03', '2026-12-03T09:15:00.000Z'],
      ['2026-12-04', '2026-12-04T05:00:00.000Z'],
      ['2026-12-05', '2026-12-05T05:00:00.000Z'],
    ])
    const rows = await db
      .selectFrom('updates')
      .where('fund_drive_id', '=', drive.id)
      .select(['words', 'mailing_id'])
      .execute()
    const [, second] = await mailingsOf(drive.id)
    expect(
      rows
        .filter((row) => row.mailing_id === second!.id)
        .map(({ words }) => words)
        .sort(),
    ).toEqual(['Before eight', 'Three', 'Two'])
  })

  test('an update just before midnight is of the next day, and the next one waits for the day after [T1315]', async () => {
    const drive = await someDrive(db)
    const late = new Date('2026-12-03T20:50:00Z')
    await say(drive, 'At 23:50', late)
    await say(drive, 'At 23:58', laterBy(8, late))
    expect((await mailingsOf(drive.id)).map(({ day, due_at }) => [day, due_at.toISOString()])).toEqual([
      ['2026-12-04', '2026-12-03T21:05:00.000Z'],
      ['2026-12-05', '2026-12-05T05:00:00.000Z'],
    ])
  })

  test('what is removed before is not sent, and nothing is sent before it is due', async () => {
    const drive = await someDrive(db)
    await followed(drive, 2)
    await say(drive, 'A mistake')
    const [mailing] = await mailingsOf(drive.id)
    await mailUpdate(db, { mailingId: mailing!.id })
    expect(await timesOf(drive.id)).toEqual(new Set([0]))
    const [one] = (await updatesOf(db, drive.id)).updates
    await removeUpdate(db, drive.id, one!.id)
    await runAll(mailing!.id, laterBy(16))
    expect(await timesOf(drive.id)).toEqual(new Set([0]))
  })

  test('a mailing that comes a day late does not begin on the day of another [T1316]', async () => {
    const drive = await someDrive(db)
    await followed(drive, 1)
    const [monday, now] = [new Date('2026-12-07T09:00:00Z'), new Date('2026-12-08T06:00:00Z')]
    await say(drive, 'Monday', monday)
    await say(drive, 'Monday, later', laterBy(60, monday))
    const [first, second] = await mailingsOf(drive.id)
    await runAll(first!.id, now)
    await mailUpdate(db, { mailingId: second!.id }, now)
    expect(await emailed(drive.id)).toEqual({ f1: 1 })
    expect((await mailingsOf(drive.id))[1]!.due_at.toISOString()).toBe('2026-12-09T05:00:00.000Z')
    await runAll(second!.id, laterBy(24 * 60, now))
    expect(await emailed(drive.id)).toEqual({ f1: 2 })
  })
})

describe('to whom', () => {
  test('the email has the words as text, the way to all updates, and the header that ends them [T1317]', async () => {
    const drive = await due(1)
    await runAll(drive.mailing)
    const { rows } = await sql<{ subject: string; text: string; html: string; raw: string }>`
      select subject, text, html, raw from sandbox.mails where to_address like ${`f1@${drive.id.slice(0, 8)}%`}`.execute(
      db,
    )
    expect(rows[0]!.subject).toMatch(/: The roof is on/)
    expect(rows[0]!.html).toContain('&lt;b&gt;thank you&lt;/b&gt;')
    expect(rows[0]!.text).toContain(`/fundraiser/${drive.slug}/updates`)
    const token = tokenOfFollower('unfollow', drive.followers[0]!)
    expect(rows[0]!.text).toContain(`/unfollow/${token}`)
    expect(rows[0]!.raw.replace(/\r\n\s/g, '')).toMatch(
      new RegExp(`List-Unsubscribe: ?<[^>]*/hooks/unfollow/${token}>`),
    )
    expect(rows[0]!.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  })

  test('a follower who ended it meanwhile is not sent it [T1318]', async () => {
    const drive = await due(102)
    await mailUpdate(db, { mailingId: drive.mailing })
    await setFollowing(db, 'unfollow', tokenOfFollower('unfollow', drive.followers[100]!))
    await runAll(drive.mailing)
    const times = await emailed(drive.id)
    expect(times.f101).toBe(0)
    expect(Object.values(times).filter((many) => many === 1)).toHaveLength(101)
  })

  test('a process that dies between the row and the email sends it to nobody twice [T1319]', async () => {
    const drive = await due(3)
    await sql`update update_mailings set begun_on = (now() at time zone 'Africa/Nairobi')::date where id = ${drive.mailing}`.execute(
      db,
    )
    await sql`insert into update_sends (mailing_id, follower_id, how) values (${drive.mailing}, ${drive.followers[1]!}, 'email')`.execute(
      db,
    )
    await runAll(drive.mailing)
    expect(await emailed(drive.id)).toEqual({ f1: 1, f2: 0, f3: 1 })
  })

  test('a mail server that is not there makes it late, and not twice', async () => {
    const drive = await due(3)
    Object.assign(settings, { SMTP_URL: 'smtp://127.0.0.1:9' })
    await expect(mailUpdate(db, { mailingId: drive.mailing })).rejects.toThrow()
    Object.assign(settings, { SMTP_URL })
    await runAll(drive.mailing)
    expect(await timesOf(drive.id)).toEqual(new Set([1]))
  })

  test('ten workers at the same mailing send it to each of 250 followers once [T1320]', async () => {
    const drive = await due(250)
    for (let nr = 0; nr < 4; nr++)
      await Promise.all(Array.from({ length: 10 }, () => mailUpdate(db, { mailingId: drive.mailing })))
    await runAll(drive.mailing)
    expect(await timesOf(drive.id)).toEqual(new Set([1]))
  })

  test('of 35,000 followers the last are sent it once, a hundred at a time [T1321]', async () => {
    const drive = await due(35_000)
    await sql`update update_mailings set begun_on = (now() at time zone 'Africa/Nairobi')::date,
      cursor = ${drive.followers[34_799]!} where id = ${drive.mailing}`.execute(db)
    const begun = performance.now()
    await runAll(drive.mailing)
    expect(performance.now() - begun).toBeLessThan(60_000)
    const times = Object.values(await emailed(drive.id))
    expect([times.filter((many) => many === 1).length, times.filter((many) => many > 1).length]).toEqual([200, 0])
  }, 120_000)

  test('all 35,000 followers are sent it, a hundred a job, and nobody twice where two jobs are at it [T1547]', {
    tags: ['night'],
    timeout: 3_600_000,
  }, async () => {
    const drive = await due(35_000)
    const sent = () => countOf('update_sends', { mailing_id: drive.mailing })
    for (let job = 1, before = 0; before < 35_000; job++) {
      // Every tenth job runs twice at once, as after a worker that was taken for dead.
      const workers = job % 10 === 0 ? 2 : 1
      await Promise.all(Array.from({ length: workers }, () => mailUpdate(db, { mailingId: drive.mailing })))
      const now = await sent()
      expect(now - before, `job ${job}`).toBeGreaterThan(0)
      expect(now - before, `job ${job}`).toBeLessThanOrEqual(100 * workers)
      before = now
    }
    await runAll(drive.mailing)
    const times = Object.values(await emailed(drive.id))
    expect([times.length, new Set(times)]).toEqual([35_000, new Set([1])])
  })
})

describe('by text', () => {
  const { SMS_COUNTRIES, pretends } = settings
  beforeEach(() => void Object.assign(settings, { SMS_COUNTRIES: ['KE'] }))
  afterEach(async () => {
    Object.assign(settings, { SMS_COUNTRIES, pretends })
    useTexter(undefined)
    await choose('300')
    await sql`delete from sms_stops`.execute(db)
  })
  const choose = (value: string) =>
    db.insertInto('operator_choices').values({ name: 'UPDATE_TEXTS_A_DAY', value, why: 'a test' }).execute()
  const textsOf = async (driveId: string) =>
    (
      await sql<{ phone: string; text: string; id: number }>`select o.phone, o.text, o.id from sms_outbox o
        join followers f on f.phone = o.phone where f.fund_drive_id = ${driveId} order by o.id`.execute(db)
    ).rows

  test('a phone is texted once in seven days, with STOP, and one that said STOP is not [T1322]', async () => {
    const drive = await due(0, 3)
    const { phone } = (await db
      .selectFrom('followers')
      .where('id', '=', drive.followers[0]!)
      .select('phone')
      .executeTakeFirstOrThrow()) as { phone: string }
    await sql`insert into sms_stops (phone) values (${phone})`.execute(db)
    await runAll(drive.mailing)
    const texts = await textsOf(drive.id)
    expect(texts).toHaveLength(2)
    expect(texts[0]!.text).toContain('STOP to end')
    expect(texts.map((one) => one.phone)).not.toContain(phone)
    await sql`update update_mailings set begun_on = begun_on - 1 where id = ${drive.mailing}`.execute(db)
    await say(drive, 'Two days later', laterBy(2 * 24 * 60))
    const [, second] = await mailingsOf(drive.id)
    await runAll(second!.id, laterBy(3 * 24 * 60))
    expect(await textsOf(drive.id)).toHaveLength(2)
    // A text that waits for the morning is held back by a STOP that comes meanwhile.
    await sql`insert into sms_stops (phone) values (${texts[0]!.phone})`.execute(db)
    await sendWritten(db, { smsId: texts[0]!.id }, new Date('2026-12-01T09:00:00Z'))
    const row = await db
      .selectFrom('sms_outbox')
      .where('id', '=', texts[0]!.id)
      .select('state')
      .executeTakeFirstOrThrow()
    expect(row.state).not.toBe('sent')
  })

  test('a text leaves between 8 and 20 of Nairobi’s clock, and 300 a day where nobody chose [T1677]', async () => {
    expect(defaults().UPDATE_TEXTS_A_DAY).toBe(300)
    const drive = await due(0, 1)
    await runAll(drive.mailing)
    const [text] = await textsOf(drive.id)
    useTexter({ read: () => ({ is: 'nothing' }), send: async () => ({ is: 'taken', id: null, cents: 80 }) })
    const stateAt = async (time: string) => {
      await sendWritten(db, { smsId: text!.id }, new Date(`2026-12-01T${time}:00+03:00`))
      return (await oneRow('sms_outbox', { id: text!.id })).state
    }
    expect([await stateAt('20:00'), await stateAt('07:59')]).toEqual(['waiting', 'waiting'])
    expect(await stateAt('19:59')).toBe('sent')
  })

  test('what is over the day’s texts waits for the next morning [T1323]', async () => {
    await sql`delete from update_sends where how = 'text'`.execute(db)
    await choose('2')
    const drive = await due(0, 5)
    for (let nr = 0; nr < 4; nr++) await mailUpdate(db, { mailingId: drive.mailing })
    expect(await textsOf(drive.id)).toHaveLength(2)
    expect((await mailingsOf(drive.id))[0]!.done_at).toBeNull()
    expect((await jobsNamed(db, [`mail-update:${drive.mailing}`])).length).toBeGreaterThan(0)
    await timePasses('24 hours', { update_sends: { mailing_id: drive.mailing } })
    for (let nr = 0; nr < 4; nr++) await mailUpdate(db, { mailingId: drive.mailing })
    expect(await textsOf(drive.id)).toHaveLength(4)
  })

  test('a text that waits for the morning is not sent when its update was removed or hidden meanwhile [T1388]', async () => {
    const admin = await somePerson(db, { admin: true })
    for (const does of ['removed', 'hidden'] as const) {
      const drive = await due(0, 2)
      await runAll(drive.mailing)
      const texts = await textsOf(drive.id)
      expect(texts).toHaveLength(2)
      const [one] = (await updatesOf(db, drive.id)).updates
      if (does === 'removed') await removeUpdate(db, drive.id, one!.id)
      else
        await hideUpdate(
          db,
          { slug: drive.slug, update: one!.id },
          { why: 'A name', by: { id: admin.id, address: '' } },
        )
      for (const { id } of texts) {
        await sendWritten(db, { smsId: id }, new Date('2026-12-01T09:00:00Z'))
        expect([does, await oneRow('sms_outbox', { id })]).toEqual([
          does,
          expect.objectContaining({ state: 'stopped' }),
        ])
      }
      // A text that was not sent is none of the seven days: the next update reaches them.
      await say(drive, 'The next one', laterBy(-20, new Date(Date.now() + 86_400_000)))
      const [, next] = await mailingsOf(drive.id)
      await runAll(next!.id, laterBy(30, new Date(Date.now() + 86_400_000)))
      expect(await textsOf(drive.id)).toHaveLength(4)
    }
  })

  test('of two updates in a waiting text the one that stays is told [T1398]', async () => {
    const drive = await due(0, 1)
    const { rows } = await sql<{ id: string }>`
      insert into updates (fund_drive_id, by, words, form_key, mailing_id)
      values (${drive.id}, ${drive.ownerId}, 'A patient is named', gen_random_uuid(), ${drive.mailing}) returning id`.execute(
      db,
    )
    await runAll(drive.mailing)
    expect((await textsOf(drive.id))[0]!.text).toContain('A patient is named')
    await removeUpdate(db, drive.id, rows[0]!.id)
    const [text] = await textsOf(drive.id)
    expect(text!.text).toMatch(/: The roof is on, <b>thank you<.b> .*STOP to end/)
    expect((await oneRow('sms_outbox', { id: text!.id })).state).toBe('waiting')
  })

  test('an update that is removed while its texts are written is in none of them [T1399]', async () => {
    const drive = await due(0, 10)
    await mailUpdate(db, { mailingId: drive.mailing })
    const [one] = (await updatesOf(db, drive.id)).updates
    let writing: Promise<unknown> = Promise.resolve()
    // The texts wait at their budget; their update is removed before they are written.
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('texts about updates', 0))`.execute(tx)
      writing = mailUpdate(db, { mailingId: drive.mailing })
      await waitsForLock(db, writing)
      await removeUpdate(db, drive.id, one!.id)
    })
    await writing
    expect(await textsOf(drive.id)).toEqual([])
    for (let round = 0; round < 5; round++) {
      const busy = await due(0, 10)
      await mailUpdate(db, { mailingId: busy.mailing })
      const [its] = (await updatesOf(db, busy.id)).updates
      await atOnce<unknown>(10, (at) =>
        at % 2 ? mailUpdate(db, { mailingId: busy.mailing }) : removeUpdate(db, busy.id, its!.id),
      )
      for (const { id } of await textsOf(busy.id)) expect((await oneRow('sms_outbox', { id })).state).toBe('stopped')
    }
  })

  test('a text fits, however long the title, the words and the address are', () => {
    const updates = [{ words: 'Habari njema '.repeat(100), at: new Date(), byTreasurer: false }]
    for (const [title, slug] of [
      ['Heal Mama Achieng', 'heal-mama-achieng'],
      ['T'.repeat(100), 's'.repeat(100)],
    ] as const)
      for (const language of ['en', 'sw'] as const) {
        const text = updateSms(wordsIn(language), { title, slug, updates }, 'https://harambee.example')
        expect(text.length).toBeLessThanOrEqual(160)
        expect(text).toContain('STOP')
      }
  })
})
