import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { report } from '#app/invitations/guests/answers/wishes.server.ts'
import { guestOf } from '#app/invitations/guests/guest.server.ts'
import { gatheringToRead, stoppedOf } from '#app/invitations/occasions/gathering.server.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest, somePhoto } from '#test/gatherings.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, granted } from '#test/money.ts'
import { newAdmin } from '#test/money-now.ts'
import { allRows, oneRow, setRows } from '#test/rows.ts'
import { allowGathering, leavePhoto, mailInvitationDecided, stopGathering, takePhotoDown } from './decide.server.tsx'
import { gatheringSeen, gatheringsList, waitingInvitations } from './gatherings-list.server.ts'

const db = await testDatabase()
const by = await newAdmin()
const list = async (query = '') =>
  (await gatheringsList.page(db, gatheringsList.asked(new URLSearchParams(query)))).rows.map(({ slug }) => slug)
const reports = async (link: string, networks: number) => {
  for (let nr = 1; nr <= networks; nr++)
    await report(db, link, { reason: 'stranger', words: 'Who is this?', address: `41.${nr}.4.1` })
}
/** Each mail about a decision is a job of its own. */
const toMail = async (gatheringId: string) => {
  const { rows } = await sql<{ payload: { gatheringId: string; personId: string; why: string } }>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'mail-invitation-decided' and payload->>'gatheringId' = ${gatheringId}`.execute(db)
  return rows.map(({ payload }) => payload)
}
const linesOf = async (subject: string) => (await allRows('audit_log', { subject })).map(({ act, why }) => [act, why])

test('an invitation that guests of three networks reported waits for the back office, which allows it', async () => {
  const host = await someGathering(db)
  const { link } = await someGuest(db, host, { name: 'Njeri', phone: '+254712345678' })
  await reports(link, 3)
  expect(await list('reported=on')).toEqual([host.slug])
  expect(await gatheringSeen(db, host.slug)).toMatchObject({
    reports: 3,
    paused: true,
    seen: [{ guest: 'Njeri', phone: '0712 … 678', words: 'Who is this?', lookedAt: null }, {}, {}],
  })
  await allowGathering(db, host.slug, { by, why: 'We called them' })
  expect(await gatheringSeen(db, host.slug)).toMatchObject({ reports: 0, paused: false, status: 'open' })
  await expect(allowGathering(db, host.slug, { by, why: 'Again' })).rejects.toThrow('Another administrator')
})

test('one that is stopped is missing for guests, its hosts alone read why, and it is allowed as it was', async () => {
  const host = await someGathering(db)
  const { link } = await someGuest(db, host)
  await setRows('gatherings', { id: host.id }, { status: 'closed' })
  await stopGathering(db, host.slug, { by, why: 'Nobody knows these people' })
  expect(await guestOf(db, link)).toBeUndefined()
  expect(await gatheringToRead(db, { id: host.personId, isAdmin: false }, host.slug)).toBeUndefined()
  expect(await stoppedOf(db, host.personId, host.slug)).toEqual({ title: 'Ruracio', why: 'Nobody knows these people' })
  for (const other of [by.id, (await somePerson(db)).id]) expect(await stoppedOf(db, other, host.slug)).toBeUndefined()
  expect(await gatheringSeen(db, host.slug)).toMatchObject({ stoppedWhy: 'Nobody knows these people' })
  expect(await list('status=stopped')).toEqual([host.slug])
  await expect(stopGathering(db, host.slug, { by, why: 'Twice' })).rejects.toThrow('Another administrator')
  await allowGathering(db, host.slug, { by, why: 'A mistake' })
  expect(await guestOf(db, link)).toBeDefined()
  expect(await stoppedOf(db, host.personId, host.slug)).toBeUndefined()
  expect(await gatheringSeen(db, host.slug)).toMatchObject({ status: 'closed', stoppedWhy: null })
  expect(await linesOf(host.id)).toEqual([
    ['gathering stopped', 'Nobody knows these people'],
    ['gathering allowed', 'A mistake'],
  ])
})

test('the host reads in an email, in their language, that it was stopped and why, and that it is allowed', async () => {
  const host = await someGathering(db)
  await setRows('users', { id: host.personId }, { language: 'sw' })
  const toHost = async () => {
    const [job, ...more] = await toMail(host.id)
    expect(more).toEqual([])
    await mailInvitationDecided(db, job!)
    return (await allRows('sandbox.mails')).at(-1)!.text
  }
  await stopGathering(db, host.slug, { by, why: 'Nobody knows <b>these</b> people' })
  const says = /^Mwaliko wako umesimamishwa\n.*Sababu: Nobody knows <b>these<\/b> people.*about\/help/s
  expect(await toHost()).toMatch(says)
  await allowGathering(db, host.slug, { by, why: 'We called them' })
  const allowed = await toHost()
  expect(allowed).toMatch(new RegExp(`^Mwaliko wako umeruhusiwa\n.*We called them.*/gathering/${host.slug}/home`, 's'))
  await setRows('users', { id: host.personId }, { suspended_at: new Date(), suspended_why: 'A test' })
  const before = await allRows('sandbox.mails')
  await mailInvitationDecided(db, { gatheringId: host.id, why: 'x' })
  expect(await allRows('sandbox.mails')).toEqual(before)
})

test('all who look after the guests are told, each by a job of their own, and nobody else', async () => {
  const host = await someGathering(db)
  const [owner, secretary, treasurer] = [await somePerson(db), await somePerson(db), await somePerson(db)]
  const { id: drive } = await someDrive(db, { ownerId: owner.id })
  await setRows('gatherings', { id: host.id }, { fund_drive_id: drive })
  for (const [{ id }, role] of [
    [secretary, 'secretary'],
    [treasurer, 'treasurer'],
  ] as const)
    await sql`insert into drive_helpers (fund_drive_id, user_id, invited, role, invited_by, expires_at, accepted_at)
      values (${drive}, ${id}, 'A helper', ${role}, ${owner.id}, now(), now())`.execute(db)
  await stopGathering(db, host.slug, { by, why: 'Reported' })
  const jobs = await toMail(host.id)
  expect(jobs.map(({ personId }) => personId).toSorted()).toEqual([owner.id, secretary.id].toSorted())
  for (const one of jobs) await mailInvitationDecided(db, one)
  const mailed = (await allRows('sandbox.mails')).slice(-2).map(({ to_address }) => to_address)
  expect(mailed.toSorted()).toEqual([owner.email, secretary.email].toSorted())
})

describe('a photo that a guest asks to have taken down', () => {
  const asked = async () => {
    const host = await someGathering(db)
    const guest = await someGuest(db, host, { name: 'Njeri', phone: '+254712345678' })
    return { host, photo: await somePhoto(db, host, guest) }
  }
  const waits = async (slug: string) =>
    (await sql<{ id: string }>`${waitingInvitations.oldest}`.execute(db)).rows.some(({ id }) => id === slug)

  test('waits in the list of reports, and holds no messages back; to allow the invitation does not answer it', async () => {
    const { host, photo } = await asked()
    expect([await waits(host.slug), await list('reported=on')]).toEqual([true, expect.arrayContaining([host.slug])])
    expect(await gatheringSeen(db, host.slug)).toMatchObject({
      reports: 1,
      toAllow: 0,
      paused: false,
      seen: [{ reason: 'photo', guest: 'Njeri', phone: '0712 … 678', photo: { id: photo }, lookedAt: null }],
    })
    await expect(allowGathering(db, host.slug, { by, why: 'Fine' })).rejects.toThrow('Another administrator')
  })

  test('is taken down with a line in the log, or kept; both are said once', async () => {
    const [one, other] = [await asked(), await asked()]
    const place = ({ host, photo }: typeof one) => ({ slug: host.slug, photo })
    await leavePhoto(db, place(one), { by, why: 'Nobody is on it' })
    expect(await waits(one.host.slug)).toBe(false)
    expect(await gatheringSeen(db, one.host.slug)).toMatchObject({ reports: 0, seen: [{ photo: { id: one.photo } }] })
    await expect(leavePhoto(db, place(one), { by, why: 'Twice' })).rejects.toThrow('Another administrator')
    await takePhotoDown(db, place(other), { by, why: 'A child is on it' })
    const gone = { photo: null, goneAt: expect.any(Date) }
    expect(await gatheringSeen(db, other.host.slug)).toMatchObject({ reports: 0, seen: [gone] })
    await expect(takePhotoDown(db, place(other), { by, why: 'Twice' })).rejects.toMatchObject({ status: 404 })
    expect(await linesOf(other.host.id)).toEqual([['photo taken down', 'A child is on it']])
    await mailInvitationDecided(db, { gatheringId: other.host.id, why: 'A child is on it', photo: true })
    expect((await allRows('sandbox.mails')).at(-1)!.text).toMatch(/^We took a photo down\n.*Reason: A child is on it/s)
  })

  test('is decided by nobody about their own, and not through another invitation', async () => {
    const [one, other] = [await asked(), await asked()]
    const own = { by: { id: one.host.personId, address: '41.90.4.0' }, why: 'Mine' }
    const place = { slug: one.host.slug, photo: one.photo }
    await expect(takePhotoDown(db, place, own)).rejects.toMatchObject({ status: 403 })
    const foreign = { slug: other.host.slug, photo: one.photo }
    for (const decide of [takePhotoDown, leavePhoto])
      await expect(decide(db, foreign, { by, why: 'x' })).rejects.toMatchObject({ status: 404 })
    expect(await waits(one.host.slug)).toBe(true)
  })
})

test('nobody decides about their own, and ten who stop one at once stop it once', async () => {
  const host = await someGathering(db)
  const own = { by: { id: host.personId, address: '41.90.4.0' }, why: 'Mine' }
  await expect(stopGathering(db, host.slug, own)).rejects.toMatchObject({ status: 403 })
  await expect(stopGathering(db, 'no-such', { by, why: 'x' })).rejects.toMatchObject({ status: 404 })
  expect(granted(await atOnce(10, () => stopGathering(db, host.slug, { by, why: 'Spam' })))).toHaveLength(1)
})

test('a reason of 1,000 characters is kept whole', async () => {
  const host = await someGathering(db)
  const why = 'x'.repeat(1000)
  await stopGathering(db, host.slug, { by, why })
  expect((await oneRow('gatherings', { id: host.id })).stopped_why).toBe(why)
})
