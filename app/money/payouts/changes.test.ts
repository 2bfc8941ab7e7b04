import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { lockWallet } from '#app/base/ledger/wallet.server.ts'
import { inviteHelper, joinHelper, leaveHelper, removeHelper } from '#app/invitations/helpers/members.server.ts'
import { brokenBooks } from '#test/books.ts'
import { dieEverywhere } from '#test/crash.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, gift, granted, phoneOf, reasonsOf } from '#test/money.ts'
import { allRows, countOf, oneRow } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { someTreasurer } from '#test/treasurers.ts'
import { decideChange } from './admin/change.server.ts'
import { mailChange } from './change-mails.server.tsx'
import { dropChange, objectToChange, openChanges, setSignatures, takeChanges } from './changes.server.ts'
import { completeByHand } from './decide.server.ts'
import { requestPayout } from './request.server.ts'
import { sayVerdict } from './sign.server.ts'

// Changes of who must agree to withdrawals: a day's notice, objections, and the job that makes them.

const db = await testDatabase({ asOwner: true })
const admin = { id: (await somePerson(db, { admin: true })).id, address: '41.90.4.0' }
const by = admin.id
booksMustHold(() => db)

/** A drive with money whose owner chose that so many of its treasurers must agree. */
async function guarded(treasurers: number, number: number, { money = true } = {}) {
  const drive = await someDrive(db)
  const signers: { id: string; helper: number }[] = []
  for (let nr = 0; nr < treasurers; nr++) signers.push(await someTreasurer(db, drive))
  const mine = { ownerId: drive.ownerId, slug: drive.slug }
  await setSignatures(db, mine, number)
  if (money) await gift(db, drive.id, 1_000_000)
  const set = (wanted: number) => setSignatures(db, mine, wanted)
  const number_ = async () => (await oneRow('fund_drives', { id: drive.id })).signatures
  const object = (change: number, at: number, why = '') =>
    objectToChange(db, change, { driveId: drive.id, by: signers[at]!.id, why })
  const drop = (change: number, person = drive.ownerId) => dropChange(db, change, { driveId: drive.id, by: person })
  const change = async () => (await allRows('money_changes', { fund_drive_id: drive.id })).at(-1)!
  const join = async () => {
    const { id } = await somePerson(db)
    await joinHelper(db, { id, isConfirmed: true }, await inviteHelper(db, mine, 'Otieno', 'treasurer'))
    return { id, helper: (await oneRow('drive_helpers', { fund_drive_id: drive.id, user_id: id })).id }
  }
  return { ...drive, mine, signers, set, number: number_, object, drop, change, join }
}
const decide = (id: number, what: 'through' | 'drop', who = admin) =>
  decideChange(db, id, { by: who, why: 'We called them', what })
const stateOf = async (id: number) => (await oneRow('money_changes', { id })).state
const people = async (changeId: number, news = 'asked') => {
  const { rows } = await sql<{ id: string }>`select payload ->> 'userId' as id from graphile_worker._private_jobs
    where (payload ->> 'changeId')::int = ${changeId} and payload ->> 'news' = ${news}`.execute(db)
  return rows.map(({ id }) => id).sort()
}

describe('a change of who must agree', () => {
  test('is made at once before the drive ever had money, and tells nobody [T1225]', async () => {
    const drive = await guarded(2, 2, { money: false })
    expect(await drive.set(0)).toBeUndefined()
    await drive.set(2)
    const { helper } = await drive.join()
    expect((await oneRow('drive_helpers', { id: helper })).signs_since).not.toBeNull()
    expect(await removeHelper(db, drive.mine, helper)).toBeUndefined()
    expect([await drive.number(), await countOf('money_changes', { fund_drive_id: drive.id })]).toEqual([2, 0])
  })

  test('to a lower number comes a day later, never sooner, and later when the worker was stopped [T1226]', async () => {
    const drive = await guarded(2, 2)
    const from = await drive.set(1)
    expect(from!.getTime() - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
    await takeChanges(db)
    await timePasses('23 hours 59 minutes')
    await takeChanges(db)
    expect(await drive.number()).toBe(2)
    await timePasses('30 hours')
    expect(await drive.number()).toBe(2)
    await takeChanges(db)
    await takeChanges(db)
    expect(await drive.number()).toBe(1)
    const { state, ended_at, from_at } = await drive.change()
    expect([state, ended_at! >= from_at]).toEqual(['done', true])
  })

  test('to a higher number comes at once, and ends the lower one that waited [T1227]', async () => {
    const drive = await guarded(3, 2)
    await drive.set(1)
    const lower = await drive.change()
    await expect(drive.set(0)).rejects.toMatchObject({ status: 409 })
    expect(await drive.set(3)).toBeUndefined()
    expect([await drive.number(), await stateOf(lower.id), (await drive.change()).state]).toEqual([
      3,
      'dropped',
      'done',
    ])
    await timePasses('25 hours')
    await takeChanges(db)
    expect(await drive.number()).toBe(3)
  })

  test('a new treasurer counts a day later, and who asks too early reads from when [T1228]', async () => {
    const drive = await guarded(1, 1)
    const { id, helper } = await drive.join()
    await expect(drive.set(2)).rejects.toMatchObject({
      status: 422,
      says: { title: { values: expect.objectContaining({ count: 1, when: expect.any(String) }) } },
    })
    const { id: method } = await phoneOf(db, drive.ownerId)
    const ask = () =>
      requestPayout(db, {
        ownerId: drive.ownerId,
        driveId: drive.id,
        amount: 50_000,
        methodId: method,
        key: crypto.randomUUID(),
        purpose: 'Hospital bill',
      })
    const payout = await ask()
    const say = () => sayVerdict(db, payout.id, { driveId: drive.id, by: id, verdict: 'yes' })
    await expect(say()).rejects.toMatchObject({ status: 409 })
    await timePasses('24 hours')
    await expect(say()).rejects.toMatchObject({ status: 409 })
    await takeChanges(db)
    await say()
    expect((await oneRow('drive_helpers', { id: helper })).signs_since).not.toBeNull()
    await drive.set(2)
    expect(await drive.number()).toBe(2)
  })

  test('who is removed counts for a day; who leaves by themselves is gone at once [T1229]', async () => {
    const drive = await guarded(3, 1)
    const [removed, leaving] = [drive.signers[0]!, drive.signers[1]!]
    expect(await removeHelper(db, drive.mine, removed.helper)).toBeInstanceOf(Date)
    const { id } = await drive.change()
    await expect(removeHelper(db, drive.mine, removed.helper)).rejects.toMatchObject({ status: 409 })
    await leaveHelper(db, leaving.id, { fund_drive_id: drive.id })
    const left = async (helper: number) => (await oneRow('drive_helpers', { id: helper })).left_at !== null
    expect([await left(removed.helper), await left(leaving.helper)]).toEqual([false, true])
    expect((await drive.change()).state).toBe('done')
    await timePasses('24 hours')
    await takeChanges(db)
    expect([await left(removed.helper), await stateOf(id)]).toEqual([true, 'done'])
    expect((await oneRow('drive_helpers', { id: removed.helper })).removed_by).toBe(drive.ownerId)
  })

  test('who leaves while they are being removed ends that change; nobody must agree: removed at once [T1230]', async () => {
    const drive = await guarded(2, 1)
    await removeHelper(db, drive.mine, drive.signers[0]!.helper)
    const { id } = await drive.change()
    await leaveHelper(db, drive.signers[0]!.id, { fund_drive_id: drive.id })
    expect(await stateOf(id)).toBe('dropped')
    const free = await guarded(1, 0)
    expect(await removeHelper(db, free.mine, free.signers[0]!.helper)).toBeUndefined()
    expect((await oneRow('drive_helpers', { id: free.signers[0]!.helper })).left_at).not.toBeNull()
  })

  test('there is no fifth treasurer, also of two who join at once [T1231]', async () => {
    const drive = await guarded(3, 1, { money: false })
    const links = [
      await inviteHelper(db, drive.mine, 'A', 'treasurer'),
      await inviteHelper(db, drive.mine, 'B', 'treasurer'),
    ]
    const all = await atOnce(2, async (at) =>
      joinHelper(db, { id: (await somePerson(db)).id, isConfirmed: true }, links[at]!),
    )
    expect(granted(all)).toHaveLength(1)
    expect(reasonsOf(all)).toEqual(['This fund drive has 4 treasurers, the most there can be.'])
    const raw = sql`update drive_helpers set user_id = ${by}, accepted_at = now(), token_hash = null
      where fund_drive_id = ${drive.id} and accepted_at is null`
    await expect(raw.execute(db)).rejects.toThrow('four treasurers')
  })

  test('ten a day can be asked for [T1232]', async () => {
    const drive = await guarded(2, 2)
    for (let nr = 0; nr < 10; nr++) {
      await drive.set(1)
      await drive.drop((await drive.change()).id)
    }
    await expect(drive.set(1)).rejects.toMatchObject({ status: 429 })
    await timePasses('25 hours')
    await drive.set(1)
  })
})

describe('objecting', () => {
  test('holds the change until an administrator lets it through, and it is made no sooner than its day [T1233]', async () => {
    const drive = await guarded(2, 2)
    await drive.set(0)
    const { id } = await drive.change()
    await drive.object(id, 1, 'Nobody asked us')
    await drive.object(id, 0)
    await timePasses('30 hours')
    await takeChanges(db)
    expect([await stateOf(id), await drive.number()]).toEqual(['held', 2])
    expect(await oneRow('money_changes', { id })).toMatchObject({
      held_by: drive.signers[1]!.id,
      why: 'Nobody asked us',
    })
    await decide(id, 'through')
    await expect(drive.object(id, 0)).rejects.toMatchObject({ status: 409 })
    expect(await drive.number()).toBe(2)
    await takeChanges(db)
    expect([await stateOf(id), await drive.number()]).toEqual(['done', 0])
    await expect(decide(id, 'drop')).rejects.toMatchObject({ status: 409 })
  })

  test('a change that is let through early still waits for its day; one that is dropped never comes [T1234]', async () => {
    const drive = await guarded(2, 2)
    await drive.set(1)
    const { id } = await drive.change()
    await drive.object(id, 0)
    await decide(id, 'through')
    await takeChanges(db)
    expect(await drive.number()).toBe(2)
    const other = await guarded(2, 2)
    await other.set(1)
    const dropped = (await other.change()).id
    await other.object(dropped, 0)
    await decide(dropped, 'drop')
    await timePasses('25 hours')
    await takeChanges(db)
    expect([await drive.number(), await other.number(), await stateOf(dropped)]).toEqual([1, 2, 'dropped'])
    expect((await allRows('audit_log', { act: 'change dropped' })).at(-1)).toMatchObject({ why: 'We called them', by })
  })

  test('is for treasurers who count and for who is to leave; dropping for the owner; deciding for who is not involved [T1235]', async () => {
    const drive = await guarded(2, 2)
    const late = await drive.join()
    await drive.set(1)
    const { id } = await drive.change()
    const object = (person: string, change = id) => objectToChange(db, change, { driveId: drive.id, by: person })
    for (const person of [drive.ownerId, late.id, (await somePerson(db)).id, by])
      await expect(object(person)).rejects.toMatchObject({ status: 403 })
    const other = await guarded(1, 1)
    await expect(objectToChange(db, id, { driveId: other.id, by: other.signers[0]!.id })).rejects.toMatchObject({
      status: 404,
    })
    await expect(object(drive.signers[0]!.id, 999_999_999)).rejects.toMatchObject({ status: 404 })
    for (const person of [drive.signers[0]!.id, by])
      await expect(drive.drop(id, person)).rejects.toMatchObject({ status: 403 })
    await expect(decide(id, 'through')).rejects.toMatchObject({ status: 409 })
    await drive.object(id, 0)
    for (const person of [drive.ownerId, drive.signers[0]!.id, late.id])
      await expect(decide(id, 'through', { ...admin, id: person })).rejects.toMatchObject({ status: 403 })
    await drive.drop(id)
    await drive.drop(id)
    expect(await stateOf(id)).toBe('dropped')
    await removeHelper(db, drive.mine, late.helper)
    await object(late.id, (await drive.change()).id)
    expect((await drive.change()).state).toBe('held')
  })
})

describe('who is told', () => {
  test('the owner and all treasurers, the new and the leaving one too, and what they read [T1236]', async () => {
    const drive = await guarded(2, 2)
    const late = await drive.join()
    const all = [drive.ownerId, late.id, ...drive.signers.map(({ id }) => id)].sort()
    expect(await people((await drive.change()).id)).toEqual(all)
    await drive.set(1)
    const { id } = await drive.change()
    expect(await people(id)).toEqual(all)
    await removeHelper(db, drive.mine, late.helper)
    expect(await people((await drive.change()).id)).toEqual(all)
    await drive.object(id, 0, 'Why?')
    await decide(id, 'drop')
    expect([await people(id, 'held'), await people(id, 'dropped')]).toEqual([all, all])
    const { email } = await oneRow('users', { id: drive.signers[1]!.id })
    for (const news of ['asked', 'held', 'through', 'dropped'] as const)
      await mailChange(db, { changeId: id, userId: drive.signers[1]!.id, news })
    const mails = await allRows('sandbox.mails', { to_address: email! })
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Who must agree changes on /),
      'A treasurer has objected: who must agree does not change yet',
      expect.stringMatching(/^Decided: who must agree changes on /),
      'Who must agree does not change',
    ])
    expect(JSON.stringify(mails)).toContain('wants 1 instead of 2 treasurers to agree, from')
    expect(JSON.stringify(mails.at(-1))).toContain('We called them')
  })

  test('a text where there is no email, which fits however long the names are [T1237]', async () => {
    const drive = await guarded(2, 2)
    await db
      .updateTable('fund_drives')
      .set({ title: 'Harambee ya familia ya Otieno na marafiki' })
      .where('id', '=', drive.id)
      .execute()
    await drive.set(0)
    const { id } = await drive.change()
    const userId = drive.signers[0]!.id
    await db.insertInto('user_phones').values({ phone: '+254712345677', user_id: userId }).execute()
    await db.updateTable('users').set({ email: null, email_verified: false }).where('id', '=', userId).execute()
    for (const language of ['en', 'sw'] as const) {
      await db.updateTable('users').set({ language }).where('id', '=', userId).execute()
      for (const news of ['asked', 'held', 'through', 'dropped'] as const)
        await mailChange(db, { changeId: id, userId, news })
    }
    expect(await countOf('sms_outbox', { key: `change ${id} asked ${userId}` })).toBe(1)
  })

  test('nobody where nobody must agree, and the page of changes shows nothing of it [T1238]', async () => {
    const drive = await guarded(1, 0)
    await drive.join()
    const { id } = await drive.change()
    expect([await people(id), (await openChanges(db, drive.id)).changes]).toEqual([[], []])
    await drive.set(1)
    expect((await openChanges(db, drive.id)).changes).toMatchObject([{ kind: 'joins' }])
  })
})

describe('at the same moment', () => {
  test('the job, ten times, against objections: it is made or held, never both [T1239]', async () => {
    for (let round = 0; round < 3; round++) {
      const drive = await guarded(2, 2)
      await drive.set(1)
      const { id } = await drive.change()
      await timePasses('24 hours')
      await atOnce(10, async (at) => void (await (at % 2 ? takeChanges(db) : drive.object(id, 0))))
      expect([
        ['done', 1],
        ['held', 2],
      ]).toContainEqual([await stateOf(id), await drive.number()])
    }
  })

  test('what is done with a change waits for the wallet: objecting, dropping, deciding, and the job [T1240]', async () => {
    type Guarded = Awaited<ReturnType<typeof guarded>>
    const steps: [string, (drive: Guarded, id: number) => Promise<unknown>, (drive: Guarded, id: number) => unknown][] =
      [
        ['object', (drive, id) => drive.object(id, 0), () => {}],
        ['drop', (drive, id) => drive.drop(id), () => {}],
        ['decide', (_, id) => decide(id, 'through'), (drive, id) => drive.object(id, 0)],
        ['take', () => takeChanges(db), () => timePasses('24 hours')],
        ['join', (drive) => drive.join(), () => {}],
      ]
    for (const [name, step, before] of steps) {
      const drive = await guarded(2, 2)
      await drive.set(1)
      const { id } = await drive.change()
      await before(drive, id)
      let under: Promise<unknown> = Promise.resolve()
      await db.transaction().execute(async (tx) => {
        await lockWallet(tx, drive.id)
        under = step(drive, id)
        expect(await Promise.race([under.then(() => 'went ahead'), pause(250, 'waits')]), name).toBe('waits')
      })
      await under
    }
  })

  test('a yes and Complete against a removal and a lower number whose day is over: what is sent has its signatures [T1241]', async () => {
    for (let round = 0; round < 4; round++) {
      const drive = await guarded(3, 2)
      const { id: methodId } = await phoneOf(db, drive.ownerId)
      const { id } = await requestPayout(db, {
        ownerId: drive.ownerId,
        driveId: drive.id,
        amount: 50_000,
        methodId,
        key: crypto.randomUUID(),
        purpose: 'Hospital bill',
      })
      const say = (at: number) => sayVerdict(db, id, { driveId: drive.id, by: drive.signers[at]!.id, verdict: 'yes' })
      await say(0)
      await (round % 2 ? removeHelper(db, drive.mine, drive.signers[0]!.helper) : drive.set(1))
      await timePasses('24 hours')
      await atOnce(
        10,
        async (at) => void (await (at < 2 ? say(1) : at < 4 ? takeChanges(db) : completeByHand(db, id, { by }))),
      )
      await takeChanges(db)
      const { status } = await oneRow('payout_requests', { id })
      const counted = await countOf('payout_signatures', { whole: (await oneRow('payout_requests', { id })).whole })
      expect(counted).toBe(2)
      expect(['waiting', 'processing', 'completed']).toContain(status)
    }
  })

  test('ten ask for a lower number: one waits [T1242]', async () => {
    const drive = await guarded(2, 2)
    const all = await atOnce(10, () => drive.set(1))
    expect([granted(all).length, await countOf('money_changes', { fund_drive_id: drive.id })]).toEqual([1, 1])
  })
})

test('a worker that dies anywhere has made the change or not; the next one brings it to its end [T1243]', {
  timeout: 240_000,
}, async () => {
  const { places } = await dieEverywhere({
    begin: async () => {
      const drive = await guarded(2, 2)
      await removeHelper(db, drive.mine, drive.signers[0]!.helper)
      await drive.set(1)
      await timePasses('24 hours', { money_changes: { fund_drive_id: drive.id } })
      return drive
    },
    formAction: ({ db: mortal }) => takeChanges(mortal),
    after: async (drive, how) => {
      await takeChanges(db)
      const changes = await allRows('money_changes', { fund_drive_id: drive.id })
      const { left_at } = await oneRow('drive_helpers', { id: drive.signers[0]!.helper })
      expect([await drive.number(), left_at !== null, ...changes.map(({ state }) => state)], how).toEqual([
        1,
        true,
        'done',
        'done',
      ])
      expect(await brokenBooks(db), how).toEqual([])
    },
  })
  expect(places).toBeGreaterThan(4)
})

test('the database makes no change early or while it is held, and changes none that has ended [T1244]', async () => {
  const drive = await guarded(2, 2)
  await drive.set(1)
  const { id } = await drive.change()
  const raw = (set: string) => sql.raw(`update money_changes set ${set} where id = ${id}`).execute(db)
  const done = `state = 'done', ended_at = now()`
  await expect(raw(done)).rejects.toThrow('early')
  await expect(raw(`from_at = now()`)).rejects.toThrow()
  await expect(raw(`number = 0`)).rejects.toThrow()
  await drive.object(id, 0)
  await timePasses('25 hours')
  await expect(raw(done)).rejects.toThrow('held')
  await expect(raw(`state = 'waiting'`)).rejects.toThrow('let through by a person')
  await drive.drop(id)
  await expect(raw(`state = 'waiting', ended_at = null`)).rejects.toThrow('stays as it is')
})
