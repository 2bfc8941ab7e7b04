import { describe, expect, test } from 'vitest'
import type { Actor } from '#app/base/audit/audit.ts'
import { adapterTo, pretendedDaraja } from '#test/daraja.ts'
import { testDatabase } from '#test/database.ts'
import { giveByPhone } from '#test/give-by-phone.ts'
import { somePerson } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { calledAbout, driveWithCode, giftsTo } from '#test/money-now.ts'
import { query } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { registerUrls } from './callback-urls.server.ts'
import { receiveCallback } from './callbacks.server.ts'
import { queryDueRequests } from './query.server.ts'
import { listReceipts } from './receipts.server.ts'
import { takeStatement } from './statement.server.ts'
import { importStatement } from './statement-lines.server.ts'

// M22: M-Pesa's list by the real adapter, against our own sandbox and its clock. It moves while it is read, has gaps, and forgets
// after 48 hours.

const db = await testDatabase()
booksMustHold(() => db)

const [minute, hour] = [60_000, 3_600_000]
type World = Awaited<ReturnType<typeof pretendedDaraja>>
let world: World
let seed = 0

/** M-Pesa as it was so long ago; its clock goes on by what a test adds. */
async function mpesa(msAgo: number) {
  world = await pretendedDaraja({
    seed: `seed ${++seed}`,
    start: new Date(Date.now() - msAgo).toISOString(),
    hear: async ({ address, raw }) => {
      const answer = await receiveCallback(db, address.split('/').at(-1)!, new TextEncoder().encode(raw))
      return { status: answer.status, text: await answer.text() }
    },
  })
  return adapterTo(world, { pullNumber: '254708374149' })
}

let phones = 0
/** Payers who type the account into the menu of their phones; M-Pesa's codes. */
async function pay(account: string, many = 1): Promise<string[]> {
  const codes: string[] = []
  for (let nr = 0; nr < many; nr++) {
    const phone = `2547110${String(++phones).padStart(5, '0')}`
    codes.push(((await world.control('pay', { phone, account, amount: 100 })) as { receipt: string }).receipt)
  }
  return codes
}

describe('M22: the list', () => {
  test('loses its oldest rows while it is read, so that others are skipped: the next time each is there, once', async () => {
    const rail = await mpesa(48 * hour - 2 * minute)
    const { id, number } = await driveWithCode()
    await pay(number, 30)
    world.clock.advance(48 * hour - 3 * minute)
    await pay(number, 200)
    const { list } = rail
    rail.list = async (asked) => {
      const page = await list(asked)
      // While the first page is worked off the oldest become 48 hours old.
      if (asked.offset === 0) world.clock.advance(4 * minute)
      return page
    }
    expect(await listReceipts(db)).toBe(200)
    expect(await giftsTo(id)).toEqual([200, 2_000_000])
    rail.list = list
    expect(await listReceipts(db)).toBe(30)
    expect(await listReceipts(db)).toBe(0)
    expect(await giftsTo(id)).toEqual([230, 2_300_000])
  }, 60_000)

  test('grows while it is read: what comes meanwhile counts once', async () => {
    const rail = await mpesa(0)
    const { id, number } = await driveWithCode()
    await pay(number, 105)
    const { list } = rail
    rail.list = async (asked) => {
      const page = await list(asked)
      if (asked.offset <= 100) await pay(number, 3)
      return page
    }
    await listReceipts(db)
    rail.list = list
    await listReceipts(db)
    const rows = await query`select count(*)::int as many from sandbox.daraja_transactions`
    expect([rows[0]]).toEqual([{ many: (await giftsTo(id))[0] }])
  }, 60_000)

  test('has a gap: what it left out is there the next time, and nothing is there twice', async () => {
    await mpesa(0)
    const { id, number } = await driveWithCode()
    await pay(number, 7)
    await world.fault({ endpoint: 'list', fault: 'gap', n: 3 })
    expect(await listReceipts(db)).toBe(4)
    expect(await listReceipts(db)).toBe(3)
    expect(await giftsTo(id)).toEqual([7, 70_000])
  })

  test('has a gap that stays: a code that was told calls a person after two hours, and counts once it is listed', async () => {
    const rail = await mpesa(0)
    await query`delete from mpesa_doors`
    await registerUrls(db)
    const { list } = rail
    rail.list = async (asked) => {
      const page = await list(asked)
      return page.is === 'receipts' ? { ...page, receipts: [] } : page
    }
    const { id, number } = await driveWithCode()
    const [code] = (await pay(number)) as [string]
    await world.tick()
    await listReceipts(db)
    expect(await calledAbout(code)).toEqual([])
    await timePasses('121 minutes')
    await listReceipts(db)
    expect([await calledAbout(code), await giftsTo(id)]).toEqual([['a code that nobody lists'], [0, 0]])
    rail.list = list
    expect(await listReceipts(db)).toBe(1)
    expect(await giftsTo(id)).toEqual([1, 10_000])
  })

  test('lacks a request that is known to be paid: after two hours a person is called, once, where the list names others [T502]', async () => {
    const rail = await mpesa(0)
    const { id } = await driveWithCode()
    const missing = await paidByRequest(id)
    await askedBefore(missing, '121 minutes')
    const late = await paidByRequest(id)
    await askedBefore(late, '49 hours')
    const { list } = rail
    const without = (accounts: string[]) => async (asked: Parameters<typeof list>[0]) => {
      const page = await list(asked)
      if (page.is !== 'receipts') return page
      return { ...page, receipts: page.receipts.filter((one) => !accounts.includes(one.account)) }
    }
    const rows = await query<{ account: string }>`
      select q.account from mpesa_prompts q join payments p on p.id = q.payment_id where p.reference in (${missing}, ${late})`
    rail.list = without(rows.map(({ account }) => account))
    await listReceipts(db)
    expect(await calledAbout(missing)).toEqual([])
    const listed = await paidByRequest(id)
    await listReceipts(db)
    await listReceipts(db)
    expect([await calledAbout(missing), await calledAbout(listed)]).toEqual([
      ['payment the provider does not list'],
      [],
    ])
    // What was asked for before the list begins may be settled within its two days.
    expect(await calledAbout(late)).toEqual([])
    expect(await giftsTo(id)).toEqual([3, 30_000])
  })

  test('names what is nearly 48 hours old, and forgets what is older: the statement brings that, once [T501]', async () => {
    await mpesa(48 * hour - minute)
    const { id, number } = await driveWithCode()
    await pay(number)
    world.clock.advance(48 * hour - 2 * minute)
    expect(await listReceipts(db)).toBe(1)
    await pay(number)
    world.clock.advance(48 * hour + minute)
    expect(await listReceipts(db)).toBe(0)
    expect(await giftsTo(id)).toEqual([1, 10_000])
    const by: Actor = { id: (await somePerson(db, { admin: true })).id, address: '10.0.0.0' }
    const { csv } = (await world.control('statement', {})) as { csv: string }
    const { id: statementId } = await takeStatement(db, new TextEncoder().encode(csv), by)
    await importStatement(db, { statementId })
    await importStatement(db, { statementId })
    expect(await listReceipts(db)).toBe(0)
    expect(await giftsTo(id)).toEqual([2, 20_000])
  })
})

/** A gift by a request whose payment is known by M-Pesa's answer about it. Its reference. */
async function paidByRequest(driveId: string): Promise<string> {
  const phone = `+2547110${String(++phones).padStart(5, '0')}`
  const { reference } = await giveByPhone(db, { driveId, amount: 10_000, phone })
  await world.press(phone, { pin: '1234' })
  await timePasses('10 seconds')
  await queryDueRequests(db)
  return reference
}

/** It was asked for so long ago, and settled 121 minutes ago. */
async function askedBefore(reference: string, ago: string): Promise<void> {
  await timePasses('121 minutes')
  await query`
    update mpesa_prompts q set sent_at = now() - ${ago}::interval, created_at = now() - ${ago}::interval
    from payments p where p.id = q.payment_id and p.reference = ${reference}`
}
