import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { balanceNow, lockWallet } from '#app/base/ledger/wallet.server.ts'
import { leaveHelper, removeHelper } from '#app/invitations/helpers/members.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, gift, granted, phoneOf, reasonsOf } from '#test/money.ts'
import { allRows, countOf, oneRow } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { timePasses } from '#test/time.ts'
import { someTreasurer } from '#test/treasurers.ts'
import { setSignatures, takeChanges } from './changes.server.ts'
import { completePayout } from './complete.server.ts'
import { cancelRequest, completeByHand, decline } from './decide.server.ts'
import { requestPayout } from './request.server.ts'
import { sealOpenRequests } from './seals.server.ts'
import { sendTransfer } from './send.server.ts'
import { lapseSignatures, sayVerdict } from './sign.server.ts'
import { signedBy, signedPayout } from './signatures.server.ts'
import { mailSigner } from './signer-mails.server.tsx'

// Withdrawals that treasurers must agree to.

const db = await testDatabase({ asOwner: true })
const by = (await somePerson(db, { admin: true })).id
let scripted: ReturnType<typeof scriptedProvider>
beforeEach(() => {
  scripted = scriptedProvider()
})
booksMustHold(() => db)

/** A drive with money, so many treasurers who count, and its owner's way of asking. */
async function signedDrive(treasurers: number, number: number, cents = 1_000_000) {
  const drive = await someDrive(db)
  const signers: { id: string; helper: number }[] = []
  for (let nr = 0; nr < treasurers; nr++) signers.push(await someTreasurer(db, drive))
  await gift(db, drive.id, cents)
  const { id: methodId } = await phoneOf(db, drive.ownerId)
  const mine = { ownerId: drive.ownerId, slug: drive.slug }
  await setSignatures(db, mine, number)
  const ask = (amount = 100_000, own: { key?: string; parts?: number; purpose?: string } = {}) =>
    requestPayout(db, {
      ownerId: drive.ownerId,
      driveId: drive.id,
      amount,
      methodId,
      key: randomUUID(),
      purpose: 'Hospital bill',
      ...own,
    })
  const say = (payout: number, at: number, verdict: 'yes' | 'no' = 'yes', note = '') =>
    sayVerdict(db, payout, { driveId: drive.id, by: signers[at]!.id, verdict, note })
  /** Removes a treasurer; a day later they are gone. */
  const remove = async (at: number) => {
    await removeHelper(db, mine, signers[at]!.helper)
    await timePasses('24 hours')
    await takeChanges(db)
  }
  return { ...drive, mine, signers, ask, say, remove }
}
/** The refusal that names who is missing. */
const short = (agreed: number, needed: number) => ({
  status: 409,
  says: { title: { values: expect.objectContaining({ agreed, needed }) } },
})
const stateOf = async (id: number) => (await oneRow('payout_requests', { id })).status
const steps = async (id: number) => (await allRows('payout_events', { payout_id: id })).map(({ kind }) => kind)

describe('a withdrawal of a drive where treasurers must agree', () => {
  test('waits, goes to the office at the last yes that is needed, and is completed as before [T1201]', async () => {
    const drive = await signedDrive(2, 2)
    const { id } = await drive.ask()
    expect(await stateOf(id)).toBe('waiting')
    expect((await balanceNow(db, drive.id)).underWay).toBe(100_000)
    await expect(completePayout(db, id, { by })).rejects.toMatchObject({ status: 409 })
    await expect(completeByHand(db, id, { by })).rejects.toMatchObject(short(0, 2))
    await drive.say(id, 0)
    expect(await stateOf(id)).toBe('waiting')
    await drive.say(id, 1)
    expect(await stateOf(id)).toBe('processing')
    await completeByHand(db, id, { by })
    expect(await steps(id)).toEqual(['requested', 'signed', 'approved', 'sent', 'completed'])
  })

  test('of a drive where nobody must agree waits for nobody [T1202]', async () => {
    const drive = await signedDrive(1, 0)
    expect(await stateOf((await drive.ask(100_000, { purpose: '' })).id)).toBe('processing')
  })

  test('needs a purpose, and as many treasurers who count as must agree [T1203]', async () => {
    const drive = await signedDrive(1, 1)
    await expect(drive.ask(100_000, { purpose: '' })).rejects.toMatchObject({ status: 422, field: 'purpose' })
    await expect(setSignatures(db, drive.mine, 2)).rejects.toMatchObject({ status: 422, field: 'signatures' })
    const late = await someTreasurer(db, drive, '50 hours')
    await setSignatures(db, drive.mine, 1)
    await drive.remove(0)
    await expect(drive.ask()).rejects.toMatchObject({
      says: { why: expect.objectContaining({ values: expect.objectContaining({ count: 0 }) }) },
    })
    await expect(sayVerdict(db, 999_999_999, { driveId: drive.id, by: late.id, verdict: 'yes' })).rejects.toMatchObject(
      {
        status: 404,
      },
    )
    expect(await countOf('payout_requests', { fund_drive_id: drive.id })).toBe(0)
  })

  test('is not agreed to by who asked, by others, by who counts later, or by who was suspended [T1204]', async () => {
    const drive = await signedDrive(2, 1)
    const { id } = await drive.ask()
    const say = (person: string) => sayVerdict(db, id, { driveId: drive.id, by: person, verdict: 'yes' })
    await expect(say(drive.ownerId)).rejects.toMatchObject({ status: 403 })
    await expect(say((await somePerson(db)).id)).rejects.toMatchObject({ status: 409 })
    await expect(say((await someTreasurer(db, drive, '20 hours')).id)).rejects.toMatchObject({ status: 409 })
    await db
      .updateTable('users')
      .set({ suspended_at: new Date(), suspended_why: 'a test' })
      .where('id', '=', drive.signers[0]!.id)
      .execute()
    await expect(say(drive.signers[0]!.id)).rejects.toMatchObject({ status: 409 })
    const other = await signedDrive(1, 1)
    await expect(
      sayVerdict(db, id, { driveId: other.id, by: other.signers[0]!.id, verdict: 'yes' }),
    ).rejects.toMatchObject({ status: 404 })
    expect(await stateOf(id)).toBe('waiting')
    await drive.say(id, 1)
    expect(await stateOf(id)).toBe('processing')
  })

  test('ends when the noes leave too few, and the money is back [T1205]', async () => {
    const drive = await signedDrive(2, 2)
    const { id } = await drive.ask()
    await drive.say(id, 0, 'no', 'Which bill?')
    expect([await stateOf(id), (await balanceNow(db, drive.id)).available]).toEqual(['rejected', 1_000_000])
    expect(await steps(id)).toEqual(['requested', 'refused'])
    await expect(drive.say(id, 1)).rejects.toMatchObject({ status: 409 })
    const shown = await signedPayout(db, drive.id, id)
    expect(shown?.said).toMatchObject([{ verdict: 'no', note: 'Which bill?' }])
  })

  test('ends after fourteen days, not before [T1206]', async () => {
    const drive = await signedDrive(1, 1)
    const { id } = await drive.ask()
    await timePasses('13 days 23 hours')
    await lapseSignatures(db)
    expect(await stateOf(id)).toBe('waiting')
    await timePasses('2 hours')
    await lapseSignatures(db)
    await lapseSignatures(db)
    expect(await steps(id)).toEqual(['requested', 'lapsed'])
    expect((await balanceNow(db, drive.id)).available).toBe(1_000_000)
  })

  test('a yes is taken back by a no, and not given again; the same word twice is one [T1207]', async () => {
    const drive = await signedDrive(3, 2)
    const { id } = await drive.ask()
    for (const verdict of ['yes', 'yes', 'no', 'no'] as const) await drive.say(id, 0, verdict)
    await expect(drive.say(id, 0, 'yes')).rejects.toMatchObject({ status: 409 })
    expect(await countOf('payout_signatures', { by: drive.signers[0]!.id })).toBe(2)
    await drive.say(id, 1)
    expect(await stateOf(id)).toBe('waiting')
    await drive.say(id, 2)
    expect(await stateOf(id)).toBe('processing')
  })

  test('its parts are signed, cancelled and ended as one [T1208]', async () => {
    const drive = await signedDrive(1, 1, 70_000_000)
    const [one, two] = [await drive.ask(30_000_000, { parts: 2 }), await drive.ask(30_000_000, { parts: 2 })]
    const parts = async ({ id }: { id: number }) =>
      (await allRows('payout_requests', { whole: (await oneRow('payout_requests', { id })).whole })).map(
        ({ status }) => status,
      )
    await cancelRequest(db, two.id, { driveId: drive.id, by: drive.ownerId })
    expect(await parts(two)).toEqual(['rejected', 'rejected'])
    await drive.say(one.id + 1, 0)
    expect(await parts(one)).toEqual(['processing', 'processing'])
    expect(await signedPayout(db, drive.id, one.id)).toMatchObject({ amount: 30_000_000, needed: 1 })
    await completeByHand(db, one.id, { by })
    await drive.remove(0)
    await expect(completePayout(db, one.id + 1, { by })).rejects.toMatchObject({ status: 409 })
    expect(await parts(one)).toEqual(['completed', 'waiting'])
  })

  test('one who owns the drive, or helps it, decides nothing about it as an administrator [T1209]', async () => {
    const drive = await signedDrive(2, 1)
    const { id } = await drive.ask()
    await drive.say(id, 0)
    for (const person of [drive.ownerId, drive.signers[0]!.id, drive.signers[1]!.id])
      for (const decide of [completePayout, completeByHand, decline])
        await expect(decide(db, id, { by: person })).rejects.toMatchObject({ status: 403 })
    expect(await stateOf(id)).toBe('processing')
  })
})

describe('counting again', () => {
  test('Complete finds that a treasurer was removed: it waits again, the answer names who is missing [T1210]', async () => {
    const drive = await signedDrive(3, 2)
    const { id } = await drive.ask()
    await drive.say(id, 0)
    await drive.say(id, 1)
    await drive.remove(0)
    await expect(completePayout(db, id, { by })).rejects.toMatchObject(short(1, 2))
    expect(await stateOf(id)).toBe('waiting')
    await drive.say(id, 2)
    await completePayout(db, id, { by })
    expect(await steps(id)).toEqual(['requested', 'signed', 'unsigned', 'signed', 'approved'])
  })

  test('a raised number counts for what was asked before; a lowered one does not [T1211]', async () => {
    const drive = await signedDrive(2, 1)
    const [raised, kept] = [await drive.ask(), await drive.ask()]
    await drive.say(raised.id, 0)
    await setSignatures(db, drive.mine, 2)
    await expect(completePayout(db, raised.id, { by })).rejects.toMatchObject(short(1, 2))
    await setSignatures(db, drive.mine, 0)
    await timePasses('24 hours')
    await takeChanges(db)
    await expect(completeByHand(db, kept.id, { by })).rejects.toMatchObject(short(0, 1))
    await drive.say(kept.id, 1)
    expect(await stateOf(kept.id)).toBe('processing')
  })

  test('before it is sent: a no after the approval puts it back, and nothing leaves [T1212]', async () => {
    const drive = await signedDrive(2, 2)
    const { id } = await drive.ask()
    await drive.say(id, 0)
    await drive.say(id, 1)
    await completePayout(db, id, { by })
    const { id: attemptId } = await oneRow('payout_attempts', { payout_id: id })
    await drive.say(id, 1, 'no')
    await sendTransfer(db, { attemptId })
    expect(scripted.sent.size).toBe(0)
    expect([await stateOf(id), (await oneRow('payout_requests', { id })).notes]).toEqual([
      'processing',
      expect.stringContaining('unsigned'),
    ])
    await expect(completePayout(db, id, { by })).rejects.toMatchObject(short(1, 2))
  })
})

describe('what was changed in the database', () => {
  const raw = (query: string) =>
    db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(query).execute(tx)
    })

  test.each([
    [
      'the sum',
      (id: number) => `update payout_requests set fee = fee - 1000, net = net + 1000 where id = ${id}`,
      (id: number) => `update payout_requests set fee = fee + 1000, net = net - 1000 where id = ${id}`,
    ],
    [
      'the account',
      (id: number) =>
        `update payout_requests set destination = jsonb_set(destination, '{phone}', '"+254799999999"') where id = ${id}`,
      () => 'select 1',
    ],
    ['the number', (id: number) => `update payout_requests set needs = 0 where id = ${id}`, () => 'select 1'],
    ['the seal', (id: number) => `update payout_requests set mac = null where id = ${id}`, () => 'select 1'],
    ['all seals', () => 'update payout_requests set mac = null', () => 'select 1'],
    [
      'a signature',
      (id: number) =>
        `insert into payout_signatures (whole, by, verdict, mac) select whole, '${by}', 'yes', 'x' from payout_requests where id = ${id}`,
      () => 'select 1',
    ],
  ])('is refused, and a person is called: %s [T1213]', async (_, edit, mend) => {
    const drive = await signedDrive(2, 1)
    const { id } = await drive.ask()
    await drive.say(id, 0)
    await raw(edit(id))
    await expect(drive.say(id, 1)).rejects.toThrow('This request was not made here')
    await expect(completePayout(db, id, { by })).rejects.toThrow('This request was not made here')
    await expect(completeByHand(db, id, { by })).rejects.toThrow('This request was not made here')
    expect(await countOf('discrepancies', { kind: 'request not made here', subject: `payout ${id}` })).toBe(1)
    await sealOpenRequests(db)
    await expect(completePayout(db, id, { by })).rejects.toThrow('This request was not made here')
    await raw(mend(id))
  })

  test('after the approval is not sent [T1214]', async () => {
    const drive = await signedDrive(1, 1)
    const { id } = await drive.ask()
    await drive.say(id, 0)
    await completePayout(db, id, { by })
    const { id: attemptId } = await oneRow('payout_attempts', { payout_id: id })
    await raw(`update payout_requests set needs = 0 where id = ${id}`)
    await sendTransfer(db, { attemptId })
    expect(scripted.sent.size).toBe(0)
    expect((await oneRow('payout_requests', { id })).notes).toContain('not_made_here')
    await raw(`update payout_requests set needs = 1 where id = ${id}`)
  })

  test('a row of signatures is never changed, and none is taken away [T1215]', async () => {
    const drive = await signedDrive(1, 1)
    const { id } = await drive.ask()
    await drive.say(id, 0)
    for (const query of [
      `update payout_signatures set verdict = 'no'`,
      'delete from payout_signatures',
      'truncate payout_signatures',
      `update payout_requests set needs = 0 where id = ${id}`,
      `update payout_requests set purpose = 'Mine' where id = ${id}`,
    ])
      await expect(sql.raw(query).execute(db)).rejects.toThrow()
  })
})

describe('at the same moment', () => {
  const times = 10

  test('two sign, ten times each: one step to the office, one row each [T1216]', async () => {
    const drive = await signedDrive(2, 2)
    const { id } = await drive.ask()
    const all = await atOnce(times, (at) => drive.say(id, at % 2))
    expect(reasonsOf(all)).toEqual([])
    expect(await countOf('payout_signatures', { whole: (await oneRow('payout_requests', { id })).whole })).toBe(2)
    expect(await steps(id)).toEqual(['requested', 'signed'])
  })

  test('the last yes against cancel: it is one or the other, and the money is right [T1217]', async () => {
    for (let round = 0; round < 4; round++) {
      const drive = await signedDrive(1, 1)
      const { id } = await drive.ask()
      await atOnce(times, (at) =>
        at % 2 ? drive.say(id, 0) : cancelRequest(db, id, { driveId: drive.id, by: drive.ownerId }),
      )
      const story = await steps(id)
      expect([
        ['requested', 'cancelled'],
        ['requested', 'signed', 'cancelled'],
      ]).toContainEqual(story)
      expect((await balanceNow(db, drive.id)).available).toBe(1_000_000)
    }
  })

  test('Complete against a treasurer who leaves and a raised number: what is sent has its signatures [T1218]', async () => {
    for (let round = 0; round < 4; round++) {
      const drive = await signedDrive(3, 1)
      const helped = { fund_drive_id: drive.id }
      const { id } = await drive.ask()
      await drive.say(id, 0)
      const all = await atOnce(times, async (at) => {
        if (at === 3)
          await (round % 2 ? leaveHelper(db, drive.signers[0]!.id, helped) : setSignatures(db, drive.mine, 2))
        else if (at > 3) await completeByHand(db, id, { by })
        else await signedBy(db, { whole: randomUUID(), driveId: drive.id })
      })
      expect(granted(all).length).toBeLessThanOrEqual(5)
      expect(['completed', 'processing']).toContain(await stateOf(id))
    }
  })

  test('who changes who counts waits for who counts: removing, leaving, another number, a yes and Complete [T1220]', async () => {
    const changes: [string, (drive: Awaited<ReturnType<typeof signedDrive>>, id: number) => Promise<unknown>][] = [
      ['removed', (drive) => removeHelper(db, drive.mine, drive.signers[0]!.helper)],
      ['left', (drive) => leaveHelper(db, drive.signers[0]!.id, { fund_drive_id: drive.id })],
      ['number', (drive) => setSignatures(db, drive.mine, 2)],
      ['yes', (drive, id) => drive.say(id, 1)],
      ['complete', (_, id) => completeByHand(db, id, { by })],
      ['cancel', (drive, id) => cancelRequest(db, id, { driveId: drive.id, by: drive.ownerId })],
    ]
    for (const [name, change] of changes) {
      const drive = await signedDrive(2, 1)
      const { id } = await drive.ask()
      await drive.say(id, 0)
      let under: Promise<unknown> = Promise.resolve()
      await db.transaction().execute(async (tx) => {
        await lockWallet(tx, drive.id)
        under = change(drive, id)
        expect(await Promise.race([under.then(() => 'went ahead'), pause(250, 'waits')]), name).toBe('waits')
      })
      await under
    }
  })
})

describe('who is told', () => {
  test('each treasurer who counts by email, once more after a day if they said nothing, and when enough agree [T1219]', async () => {
    const drive = await signedDrive(2, 2)
    await someTreasurer(db, drive, '20 hours')
    const { id } = await drive.ask()
    const { id: eventId } = await oneRow('payout_events', { payout_id: id })
    const mails = async (person: string) => {
      const { email } = await oneRow('users', { id: person })
      return (await allRows('sandbox.mails', { to_address: email! })).map(({ subject }) => subject)
    }
    const [one, two] = drive.signers.map((signer) => signer.id) as [string, string]
    const asked = /asks to withdraw KES 1,000.*: do you agree\?/
    for (const userId of [one, two]) await mailSigner(db, { eventId, userId })
    expect(await mails(one)).toEqual([expect.stringMatching(asked)])
    await drive.say(id, 0)
    for (const userId of [one, two]) await mailSigner(db, { eventId, userId, again: true })
    expect([(await mails(one)).length, (await mails(two)).length]).toEqual([1, 2])
    await drive.say(id, 1)
    const signed = await oneRow('payout_events', { payout_id: id, kind: 'signed' })
    await mailSigner(db, { eventId: signed.id, userId: two })
    expect((await mails(two)).at(-1)).toBe('2 have agreed. Harambee sends it next.')
    await leaveHelper(db, one, { fund_drive_id: drive.id })
  })
})
