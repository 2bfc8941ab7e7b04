import { beforeEach, expect, test } from 'vitest'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import { pretendRail, railOfEachTest } from '#test/pretend-rail.ts'
import { query } from '#test/rows.ts'
import { statementFile } from '#test/statement.ts'
import { timePasses } from '#test/time.ts'
import { listReceipts } from './receipts.server.ts'
import { takeStatement } from './statement.server.ts'
import { importStatement } from './statement-lines.server.ts'

// What M-Pesa's list does not reach back to, as after a restore: the statement of the portal is asked for.

const db = await testDatabase({ asOwner: true })
const by = { id: (await somePerson(db, { admin: true })).id, address: '10.0.0.0' }
const rail = railOfEachTest()
beforeEach(async () => {
  await query`truncate mpesa_listed, discrepancies, mpesa_lines, mpesa_statements cascade`
})

const discrepancies = () => query<{ state: string; since: Date; until: Date | null; by: string | null }>`
    select state, (facts ->> 'since')::timestamptz as since, (facts ->> 'until')::timestamptz as until, closed_by as by
    from discrepancies where kind = 'days that no list covers' order by id`
const hoursAgo = (moment: Date | null | undefined) => moment && Math.round((Date.now() - moment.getTime()) / 3_600_000)

const two = (part: number) => String(part).padStart(2, '0')
/** A statement with a line of each of these hours ago, in the time of Nairobi. */
async function imported(...hours: number[]) {
  const lines = hours.map((ago) => {
    const at = new Date(Date.now() - ago * 3_600_000 + 3 * 3_600_000)
    const day = `${two(at.getUTCDate())}-${two(at.getUTCMonth() + 1)}-${at.getUTCFullYear()}`
    const time = `${day} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`
    return `SKR${String(ago).padStart(7, '0')},${time},${time},x,Failed,10,,0,true,Pay Bill Online,2547 ***** 126 - AMINA,,`
  })
  const { id } = await takeStatement(db, statementFile(lines), by)
  await importStatement(db, { statementId: id })
}

test('what the list has and we can’t read is told to a person, once', async () => {
  const rail = pretendRail()
  useMobileMoney(rail)
  const unreadable = [{ receipt: 'SKN3ABCDEH', name: 'SKN3ABCDEH' }]
  rail.list = async () => ({ is: 'receipts', receipts: [], unreadable, next: null })
  const raised = () =>
    db.selectFrom('discrepancies').where('kind', '=', 'a listed payment that can not be read').selectAll().execute()
  for (let times = 0; times < 2; times++) await listReceipts(db)
  expect(await raised()).toMatchObject([{ subject: 'SKN3ABCDEH', state: 'open' }])
  await query`update discrepancies set state = 'closed', closed_at = now(), note = 'looked' where subject = 'SKN3ABCDEH'`
  await listReceipts(db)
  expect(await raised()).toMatchObject([{ state: 'closed' }])
})

test('a list that is read again within its 48 hours asks for nothing', async () => {
  await listReceipts(db)
  await listReceipts(db)
  await timePasses('47 hours')
  await listReceipts(db)
  expect(await discrepancies()).toEqual([])
})

test('a list that was read last three days ago asks for the statement of the time that it does not reach, once', async () => {
  await listReceipts(db)
  await timePasses('72 hours')
  await Promise.all(Array.from({ length: 10 }, () => listReceipts(db)))
  const all = await discrepancies()
  expect(all.map(({ state, since, until }) => [state, hoursAgo(since), hoursAgo(until)])).toEqual([['open', 72, 48]])
})

test('while the list does not answer, a person knows once the first hour is lost, and is not called again', async () => {
  await listReceipts(db)
  await timePasses('49 hours')
  rail.list = async () => ({ is: 'failure', class: 'retry', message: 'busy' })
  await listReceipts(db)
  expect((await discrepancies()).map(({ state, until }) => [state, until])).toEqual([['open', null]])
  await query`update discrepancies set state = 'closed', closed_at = now(), closed_by = ${by.id}, note = 'seen'`
  await listReceipts(db)
  expect(await discrepancies()).toHaveLength(1)
})

test('what is listed of some minutes only is not all that the list has', async () => {
  await listReceipts(db)
  await timePasses('72 hours')
  await listReceipts(db, { minutes: 10 })
  expect(await discrepancies()).toEqual([])
})

test('statements that reach together from before to after close it; as long as an hour is left out it stays open', async () => {
  await listReceipts(db)
  await timePasses('72 hours')
  await listReceipts(db)
  const state = async () => (await discrepancies()).map(({ state, by }) => [state, by])
  await imported(71, 40)
  await imported(90, 73)
  expect(await state()).toEqual([['open', null]])
  await imported(74, 70)
  expect(await state()).toEqual([['closed', null]])
})

test('a statement that came before the list did counts, too', async () => {
  await listReceipts(db)
  await timePasses('72 hours')
  rail.list = async () => ({ is: 'failure', class: 'retry', message: 'busy' })
  await listReceipts(db)
  await imported(73, 40)
  expect((await discrepancies()).map(({ state }) => state)).toEqual(['open'])
  rail.list = pretendRail().list
  await listReceipts(db)
  expect((await discrepancies()).map(({ state }) => state)).toEqual(['closed'])
})
