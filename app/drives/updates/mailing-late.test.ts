import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { settings } from '#app/platform/settings/settings.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce } from '#test/money.ts'
import { allRows, oneRow } from '#test/rows.ts'
import { smtpServer } from '#test/smtp.ts'
import { setFollowing, tokenOfFollower } from './followers.server.ts'
import { mailLateUpdate, mailUpdate } from './mailing.server.ts'
import { postUpdate, removeUpdate, updatesOf } from './updates.server.ts'

// Followers whom a mail server refuses, for now or at all. The others get theirs, and nobody gets it twice.

const db = await testDatabase()
const { SMTP_URL } = settings
afterEach(async () => {
  Object.assign(settings, { SMTP_URL })
  expect((await brokenInvariants(db)).filter(({ id }) => id === 'A11')).toEqual([])
})

type Late = { mailingId: number; followerId: number; nr: number }

/** A drive with an update that is due and followers by email, and a mail server that answers about the second of them. */
async function refused(answer: string, { after = 'RCPT TO', emails = 3, all = false } = {}) {
  const drive = await someDrive(db)
  const domain = `${drive.id.slice(0, 8)}.example`
  const followers: number[] = []
  for (let nr = 1; nr <= emails; nr++) {
    const values = {
      fund_drive_id: drive.id,
      email: `f${nr}@${domain}`,
      source: 'form' as const,
      confirmed_at: new Date(),
    }
    followers.push((await db.insertInto('followers').values(values).returning('id').executeTakeFirstOrThrow()).id)
  }
  const said = { answer: answer as string | undefined, asked: 0 }
  const about = (address: string) => {
    if (!all && address !== `f2@${domain}`) return undefined
    said.asked++
    return said.answer
  }
  const server = await smtpServer(after === 'DATA' ? { says: about } : { answers: about })
  Object.assign(settings, { SMTP_URL: server.url })
  const typed = { key: randomUUID(), words: 'The roof is on', photos: [], whole: null }
  await postUpdate(db, { driveId: drive.id, personId: drive.ownerId }, typed, new Date(Date.now() - 20 * 60_000))
  const { id: mailing } = await oneRow('update_mailings', { fund_drive_id: drive.id })
  const got = () => server.received.map(({ to }) => to[0]!.split('@')[0]!).sort()
  return { ...drive, mailing, late: followers[1]!, said, got }
}

/** Runs a mailing until it is done. */
async function runAll(mailingId: number) {
  for (let nr = 0; nr < 9; nr++) await mailUpdate(db, { mailingId })
  expect((await oneRow('update_mailings', { id: mailingId })).done_at).not.toBeNull()
}

/** The jobs of readers of a mailing who are late, with the minutes until they are due. */
async function lateOnes(mailing: number): Promise<(Late & { minutes: number })[]> {
  await sql`select move_work()`.execute(db)
  const { rows } = await sql<Late & { minutes: number }>`
    select (payload ->> 'mailingId')::int as "mailingId", (payload ->> 'followerId')::int as "followerId",
      (payload ->> 'nr')::int as nr, round(extract(epoch from run_at - now()) / 60)::int as minutes
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'mail-update-late' and payload ->> 'mailingId' = ${String(mailing)} order by 2`.execute(db)
  return rows
}

describe.each(['RCPT TO', 'DATA'])('an answer to %s', (after) => {
  test('of 4xx makes one reader late, whose email leaves once when it is taken [T1720]', async () => {
    const { mailing, late, said, got } = await refused('450 4.2.0 greylisted', { after })
    await runAll(mailing)
    expect(got()).toEqual(['f1', 'f3'])
    expect(await lateOnes(mailing)).toEqual([{ mailingId: mailing, followerId: late, nr: 1, minutes: 15 }])
    said.answer = undefined
    const next = { mailingId: mailing, followerId: late, nr: 1 }
    await atOnce(10, () => mailLateUpdate(db, next))
    await mailLateUpdate(db, next)
    expect(got()).toEqual(['f1', 'f2', 'f3'])
  })

  test('of 5xx refuses one reader, who is not tried again [T1721]', async () => {
    const { mailing, late, said, got } = await refused('550 5.7.1 not for us', { after })
    await runAll(mailing)
    expect(await lateOnes(mailing)).toEqual([])
    said.answer = undefined
    await mailLateUpdate(db, { mailingId: mailing, followerId: late, nr: 1 })
    expect([got(), said.asked]).toEqual([['f1', 'f3'], 1])
  })
})

test('a reader who is refused for now at each try is tried four times, with growing pauses [T1722]', async () => {
  const { mailing, late, said, got } = await refused('451 4.7.1 try again later')
  await runAll(mailing)
  const pauses: number[] = []
  for (let nr = 1; nr <= 3; nr++) {
    const [job, ...others] = await lateOnes(mailing)
    expect([job?.nr, others]).toEqual([nr, []])
    pauses.push(job!.minutes)
    await mailLateUpdate(db, job!)
  }
  // The last try adds no job, and its row stays: a job that comes again does not ask a fifth time.
  expect([pauses, (await lateOnes(mailing))[0]?.nr]).toEqual([[15, 60, 240], 3])
  await mailLateUpdate(db, { mailingId: mailing, followerId: late, nr: 3 })
  expect([said.asked, got()]).toEqual([4, ['f1', 'f3']])
  const sends = await allRows('update_sends', { mailing_id: mailing }, 'follower_id')
  expect(sends).toHaveLength(3)
})

test.each(['removed', 'hidden', 'stopped', 'unfollowed'])(
  'a late email is not sent where it was %s meanwhile [T1723]',
  async (how) => {
    const drive = await refused('450 later')
    await runAll(drive.mailing)
    if (how === 'removed') {
      const [update] = (await updatesOf(db, drive.id)).updates
      await removeUpdate(db, drive.id, update!.id)
    } else if (how === 'hidden') {
      await db
        .updateTable('updates')
        .set({ hidden_at: new Date(), hidden_why: 'x', hidden_by: drive.ownerId })
        .where('mailing_id', '=', drive.mailing)
        .execute()
    } else if (how === 'stopped') {
      const stopped = { status: 'paused', stopped_at: new Date(), stopped_why: 'x', stopped_from: 'active' } as const
      await db.updateTable('fund_drives').set(stopped).where('id', '=', drive.id).execute()
    } else await setFollowing(db, 'unfollow', tokenOfFollower('unfollow', drive.late))
    drive.said.answer = undefined
    await mailLateUpdate(db, { mailingId: drive.mailing, followerId: drive.late, nr: 1 })
    expect(drive.got()).toEqual(['f1', 'f3'])
  },
)

test('a server that refuses most of a part for now is asked more slowly, and loses no reader [T1724]', async () => {
  const { mailing, said } = await refused('421 4.3.2 busy', { emails: 101, all: true })
  await mailUpdate(db, { mailingId: mailing })
  expect([said.asked, (await lateOnes(mailing)).length]).toEqual([100, 100])
  const { rows } = await sql<{ minutes: number }>`
    select round(extract(epoch from run_at - now()) / 60)::int as minutes from graphile_worker.jobs
    where key = ${`mail-update:${mailing}`}`.execute(db)
  expect(rows).toEqual([{ minutes: 15 }])
})
