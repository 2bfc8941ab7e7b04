import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { balanceNow } from '#app/base/ledger/wallet.server.ts'
import { plainSpaces } from '#app/kit/money.ts'
import type { Refusal } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { readChoices } from '#app/platform/settings/choices.server.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, gift, granted, phoneOf, reasonsOf } from '#test/money.ts'
import { allRows, oneRow, setRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { cancelRequest, completeByHand, decline } from './decide.server.ts'
import { mailPayout } from './mails.server.tsx'
import { methodsOf, removeMethod, shownMethods } from './method.server.ts'
import { mailMethodAdded } from './method-mails.server.tsx'
import { type Destination, notesOf } from './payout.ts'
import { payoutsList } from './payouts-list.server.ts'
import { withdraw } from './request.server.ts'
import { beginTransfer, transferFailed, transferFound, transferReturned, transferSucceeded } from './transfer.server.ts'

leavesSomethingBehind()

const db = await testDatabase()
const by = (await somePerson(db, { admin: true })).id
booksMustHold(() => db)

const method: Destination = { type: 'mobile_money', phone: '+254711222333', operator: 'Airtel Money' }
type Ask = { amount?: number; key?: string; to?: { methodId: string } | { method: Destination }; hold?: number }

/** A drive with KES 10,000, and its owner's way of asking for them. */
async function funded(cents = 1_000_000) {
  const drive = await someDrive(db)
  await gift(db, drive.id, cents)
  const ask = ({ amount = 20_000, key = randomUUID(), to = { method }, hold = 0 }: Ask = {}) =>
    withdraw(db, { ownerId: drive.ownerId, driveId: drive.id, amount, to, key }, hold)
  const filed = async (one: Ask = {}) => {
    const done = await ask(one)
    if (done.is !== 'filed') throw new Error('nothing was filed')
    return done.id
  }
  const shown = async () => (await payoutsList.page(db, drive.id)).rows
  return { ...drive, ask, filed, shown }
}
const jobsCalled = async (name: string) =>
  (await sql`select from graphile_worker.jobs where task_identifier = ${name}`.execute(db)).rows.length
const said = (payout: Parameters<typeof notesOf>[0]) => notesOf(payout).map((one) => plainSpaces(wordsIn('en')._(one)))
/** How it was refused to ask once more: with which status and words. */
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'granted',
    ({ status, says }: Refusal) => [status, wordsIn('en')._(says.title)],
  )

describe('asking', () => {
  test('is granted five times an hour; what is refused, or sent again, does not count', async () => {
    const { ask } = await funded()
    const key = randomUUID()
    for (let nr = 0; nr < 7; nr++) {
      expect(await ask({ key })).toMatchObject({ is: 'filed', again: nr > 0 })
      await expect(ask({ amount: 5_000_000 })).rejects.toThrow('Insufficient funds')
    }
    for (let nr = 1; nr < 5; nr++) await ask()
    expect(await refusal(ask())).toEqual([429, 'You can ask for 5 withdrawals an hour'])
  })

  test('is granted as often as operators chose, and the person who asks once more is told that number', async () => {
    const { ask } = await funded()
    const choose = async (value: string | null) => {
      await db.insertInto('operator_choices').values({ name: 'WITHDRAWALS_AN_HOUR', value, by }).execute()
      await readChoices(db)
    }
    await choose('1')
    try {
      await ask()
      expect(await refusal(ask())).toEqual([429, 'You can ask for 1 withdrawal an hour'])
    } finally {
      await choose(null)
    }
  })

  test('with a new method keeps it once, however often the form is sent, and tells its owner once [T239]', async () => {
    const { ask, ownerId } = await funded()
    const before = await jobsCalled('mail-method-added')
    const key = randomUUID()
    // More than five at once would be turned away by the limit, and come again.
    for (let round = 0; round < 3; round++) {
      const all = await atOnce(5, () => ask({ key }))
      expect(reasonsOf(all)).toEqual([])
      expect(new Set(granted(all).map((one) => one.is === 'filed' && one.id)).size).toBe(1)
    }
    await ask()
    expect(await methodsOf(db, ownerId)).toHaveLength(1)
    expect((await jobsCalled('mail-method-added')) - before).toBe(1)
  })

  test('for more than there is keeps no method', async () => {
    const { ask, ownerId } = await funded()
    await expect(ask({ amount: 1_000_001 })).rejects.toThrow('Insufficient funds')
    expect(await methodsOf(db, ownerId)).toEqual([])
  })

  test('one form with other values is refused', async () => {
    const { ask } = await funded()
    const key = randomUUID()
    await ask({ key })
    for (const other of [{ amount: 30_000 }, { to: { method: { ...method, phone: '+254799999999' } } }])
      await expect(ask({ key, ...other })).rejects.toMatchObject({ status: 422 })
  })

  test('where new methods wait, one is kept and nothing is asked for until its hours are over', async () => {
    const { ask, ownerId, shown } = await funded()
    const first = await ask({ hold: 24 })
    expect(first.is).toBe('waiting')
    expect(first.is === 'waiting' && first.until.getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000)
    const [kept] = await methodsOf(db, ownerId, 24)
    expect(kept?.heldUntil).not.toBeNull()
    const to = { methodId: kept!.id }
    await expect(ask({ to, hold: 24 })).rejects.toMatchObject({ status: 422, field: 'method' })
    expect(await shown()).toEqual([])
    await timePasses('25 hours')
    expect((await ask({ to, hold: 24 })).is).toBe('filed')
  })
})

describe('methods', () => {
  test('one that is changed or removed after a request redirects nothing, and is not offered any more', async () => {
    const { filed, ownerId } = await funded()
    const id = await filed()
    const [kept] = await methodsOf(db, ownerId)
    await removeMethod(db, ownerId, kept!.id)
    await setRows('withdrawal_methods', { id: kept!.id }, { phone_number: '+254799999999' })
    expect(await methodsOf(db, ownerId)).toEqual([])
    await expect(filed({ to: { methodId: kept!.id } })).rejects.toMatchObject({ status: 404 })
    await beginTransfer(db, id, { by })
    expect((await oneRow('payout_requests', { id })).destination).toEqual(method)
  })

  test('nobody removes or uses another person’s [T240]', async () => {
    const { ownerId, filed } = await funded()
    const other = await someDrive(db)
    const { id: theirs } = await phoneOf(db, other.ownerId)
    await expect(removeMethod(db, ownerId, theirs)).rejects.toMatchObject({ status: 404 })
    await expect(filed({ to: { methodId: theirs } })).rejects.toMatchObject({ status: 404 })
    expect(await methodsOf(db, other.ownerId)).toHaveLength(1)
  })
})

describe('the story of a request', () => {
  test('says at each turn what is sent, what is kept and why, without the provider’s own words', async () => {
    const { filed, shown } = await funded()
    const id = await filed({ amount: 100_000 })
    const now = async () => said((await shown())[0]!)
    const usual = 'Usually arrives within 1 working day.'
    expect(await now()).toEqual(['KES 950 will be sent, fee KES 50', usual])
    const first = await beginTransfer(db, id, { by })
    await transferFailed(db, first.reference, 'Your balance is not enough')
    expect(await now()).toEqual(['Could not be sent yet, and will be tried again.', 'KES 950 will be sent, fee KES 50'])
    const second = await beginTransfer(db, id, { by })
    await transferSucceeded(db, second.reference, { fee: 2000, code: 'TRF_abc' })
    expect(await now()).toEqual(['KES 950 sent, fee KES 50'])
    const [payout] = await shown()
    expect(payout!.steps.map(({ kind, code }) => [kind, code])).toEqual([
      ['requested', ''],
      ['approved', ''],
      ['put_back', ''],
      ['approved', ''],
      ['completed', 'TRF_abc'],
    ])
    await transferReturned(db, second.reference, 'Account closed')
    expect(await now()).toEqual(['Returned by provider. The money is back in your balance.'])
    expect(JSON.stringify(await shown())).not.toMatch(/Account closed|balance is not enough|711222333/)
  })

  test('a declined one says why, a completed one what the administrator wrote', async () => {
    const { filed, shown } = await funded()
    await decline(db, await filed(), { by, note: 'Wrong name' })
    expect(said((await shown())[0]!)).toEqual([
      'Declined: Wrong name',
      'You can ask again once that is in order. Is something unclear? Write to us.',
      'The money is back in your balance.',
    ])
    await completeByHand(db, await filed(), { by, note: 'By cheque' })
    expect(said((await shown())[0]!)).toEqual(['KES 190 sent, fee KES 10', 'Note: By cheque'])
    const { reference } = await beginTransfer(db, await filed(), { by, note: 'To your new number' })
    await transferSucceeded(db, reference, { fee: 2000, code: 'TRF_abc' })
    expect(said((await shown())[0]!)).toEqual(['KES 190 sent, fee KES 10', 'Note: To your new number'])
  })

  test('the owner of a declined one reads what to do next, by the reason that was chosen and without one', async () => {
    const { filed, shown } = await funded()
    await decline(db, await filed(), { by, reason: 'other name' })
    expect(said((await shown())[0]!)).toEqual([
      'Declined',
      'The account is in another person’s name. Please ask again with an account in your own name.',
      'The money is back in your balance.',
    ])
    await decline(db, await filed(), { by })
    expect(said((await shown())[0]!)[1]).toBe(
      'No reason was written down. Write to us and we will tell you. You can ask again at any time.',
    )
  })

  test('the list comes in pages, and wholly as a file, with ends of numbers only [T195]', async () => {
    const { filed, id, slug } = await funded()
    for (let nr = 0; nr < 5; nr++) await filed({ amount: 10_000 + nr * 2000 })
    const part = (after: string, size?: number) =>
      payoutsList.page(db, id, new URLSearchParams({ after }), undefined, size)
    const first = await part('', 2)
    expect(first.rows.map(({ amount }) => amount)).toEqual([18_000, 16_000])
    const last = await part(first.next!, 3)
    expect([last.rows.map(({ amount }) => amount), last.next]).toEqual([[14_000, 12_000, 10_000], null])
    for (const odd of ['x', '-1', '9'.repeat(30), "1'"]) expect((await part(odd)).rows).toHaveLength(5)
    const reader = { words: wordsIn('en'), language: 'en' as const }
    const file = payoutsList.csv(db, { id, slug }, new URLSearchParams(), reader)
    const lines = (await file.text()).trim().split('\r\n')
    expect(lines).toHaveLength(6)
    expect(lines[1]).toContain('180')
    expect(lines[1]).toContain('Airtel Money •••• 2333')
    expect(lines.join()).not.toContain('711222333')
    expect(JSON.stringify(await shownMethods(db, (await someDrive(db)).ownerId, 'en'))).toBe('[]')
  })
})

describe('mails', () => {
  const sent = () => allRows('sandbox.mails')
  /** The mails of all steps of a request, as the jobs write them. */
  async function told(payoutId: number) {
    await sql`delete from sandbox.mails`.execute(db)
    for (const { id } of await allRows('payout_events', { payout_id: payoutId })) await mailPayout(db, { eventId: id })
    return sent()
  }

  test('each step has one queued, and what was overtaken is not news any more', async () => {
    const { filed } = await funded()
    const before = await jobsCalled('mail-payout')
    const id = await filed({ amount: 100_000 })
    const { reference } = await beginTransfer(db, id, { by, note: 'All in order' })
    // Nothing has moved when it is approved, so no mail says that it does.
    expect((await told(id)).map(({ subject }) => subject)).toEqual(['We have your withdrawal request'])
    await transferSucceeded(db, reference, { fee: 2000, code: 'TRF_abc' })
    expect((await jobsCalled('mail-payout')) - before).toBe(2)
    const [asked, done, ...more] = await told(id)
    expect(more).toEqual([])
    expect(asked!.text).toMatch(/You asked to withdraw KES 1,000 from Heal Mama Achieng/)
    expect(done!.text).toMatch(/KES 950 has been sent to Airtel Money •••• 2333/)
    expect(done!.text).toContain('TRF_abc')
    expect(asked!.text + done!.text).not.toContain('711222333')
    await transferReturned(db, reference, 'Account closed')
    const back = (await told(id)).at(-1)!
    expect([back.subject, back.text.includes('Account closed')]).toEqual(['Your withdrawal came back', false])
  })

  test('that it was sent is told after two minutes, unless it has arrived by then', async () => {
    const { filed } = await funded()
    const handedOver = async () => {
      const id = await filed({ amount: 100_000 })
      const { reference } = await beginTransfer(db, id, { by })
      await transferFound(db, reference, { code: 'TRF_on_its_way' })
      return { id, reference }
    }
    const [quick, slow] = [await handedOver(), await handedOver()]
    const { rows } = await sql<{ wait: number }>`
      select extract(epoch from j.run_at - e.created_at)::float8 as wait from payout_events e
      join graphile_worker.jobs j on j.key = 'mail-payout:' || e.id
      where e.kind = 'sent' and e.payout_id in (${quick.id}, ${slow.id})`.execute(db)
    expect(rows.map(({ wait }) => Math.round(wait / 10))).toEqual([12, 12])
    const mail = (await told(slow.id)).at(-1)!
    expect(mail.subject).toBe('Your withdrawal is with our payment provider')
    expect(mail.text).toMatch(/has taken KES 950 and delivers it to Airtel Money •••• 2333/)
    expect(mail.text).toContain('TRF_on_its_way')
    await transferSucceeded(db, quick.reference, { fee: 2000 })
    expect((await told(quick.id)).map(({ subject }) => subject)).toEqual([
      'We have your withdrawal request',
      'Your withdrawal has been sent',
    ])
    // A phone shows it at once.
    expect((await told(quick.id)).at(-1)!.text).not.toContain('A bank may take a while')
  })

  test('a declined one says why; the person who deleted their account gets none', async () => {
    const { filed, ownerId } = await funded()
    const id = await filed()
    await decline(db, id, { by, note: 'Wrong <b>name</b> {x}' })
    expect((await told(id)).at(-1)).toMatchObject({
      subject: 'Your withdrawal request was declined',
      text: expect.stringContaining('Wrong <b>name</b> {x}'),
    })
    const bare = await filed()
    await decline(db, bare, { by, reason: 'wrong account' })
    const { text } = (await told(bare)).at(-1)!
    expect(text).not.toContain('Sent to')
    expect(text).toMatch(/Please check it and ask again[\s\S]*This is where you can write to us: .+/)
    await sql`update users set deleted_at = now() where id = ${ownerId}`.execute(db)
    expect(await told(id)).toEqual([])
  })

  test('a new method is told with its end, and with the way to lock everybody else out', async () => {
    const { filed, ownerId } = await funded()
    await filed()
    await sql`delete from sandbox.mails`.execute(db)
    const [kept] = await methodsOf(db, ownerId)
    await mailMethodAdded(db, { methodId: kept!.id })
    await mailMethodAdded(db, { methodId: randomUUID() })
    const [mail, ...more] = await sent()
    expect(more).toEqual([])
    expect(mail!.text).toMatch(/Airtel Money[\s\S]*•••• 2333[\s\S]*\/auth\/forgot/)
    expect(mail!.text).not.toContain('711222333')
  })
})

describe('a request that its owner cancels', () => {
  test('gives its money back, says so in its story and in a mail, and can be asked for again', async () => {
    const { filed, shown, id, ownerId } = await funded()
    const payout = await filed({ amount: 1_000_000 })
    await cancelRequest(db, payout, { driveId: id, by: ownerId })
    expect(await balanceNow(db, id)).toMatchObject({ available: 1_000_000, withdrawn: 0 })
    expect(said((await shown())[0]!)).toEqual(['You cancelled it. The money is back in your balance.'])
    await sql`delete from sandbox.mails`.execute(db)
    const { id: eventId } = await oneRow('payout_events', { payout_id: payout, kind: 'cancelled' })
    await mailPayout(db, { eventId })
    expect(await allRows('sandbox.mails')).toMatchObject([
      { subject: 'You cancelled your withdrawal request', text: expect.stringMatching(/Nothing was sent/) },
    ])
    await filed({ amount: 1_000_000 })
  })

  test('is theirs alone, and only while nobody has decided [T431]', async () => {
    const { filed, id, ownerId } = await funded()
    const other = await funded()
    const payout = await filed()
    for (const of of [
      { driveId: other.id, by: other.ownerId },
      { driveId: id, by: other.ownerId },
    ])
      await expect(cancelRequest(db, payout, of)).rejects.toMatchObject({ status: 404 })
    await beginTransfer(db, payout, { by })
    await expect(cancelRequest(db, payout, { driveId: id, by: ownerId })).rejects.toThrow('too late to cancel')
  })

  test('and that an administrator decides about at the same moment has one end', async () => {
    const { filed, id, ownerId } = await funded()
    for (let round = 0; round < 3; round++) {
      const payout = await filed({ amount: 100_000 })
      const all = await atOnce(10, (at) =>
        at % 2 ? completeByHand(db, payout, { by }) : cancelRequest(db, payout, { driveId: id, by: ownerId }),
      )
      expect(granted(all)).toHaveLength(1)
    }
  })
})

test('declining while a person asks for all there is leaves what is left exact', async () => {
  const { filed, ask, id } = await funded()
  const open = await filed({ amount: 500_000 })
  const all = await atOnce(12, (at) =>
    at === 5 ? decline(db, open, { by }).then(() => undefined) : ask({ amount: 500_000 }),
  )
  const asked = granted(all).filter((one) => one !== undefined).length
  expect([1, 2]).toContain(asked)
  expect((await balanceNow(db, id)).available).toBe(1_000_000 - asked * 500_000)
})
