import { expect, test } from 'vitest'
import { watchUnpaidRequests } from '#app/money/payments/giving.server.ts'
import { testDatabase } from '#test/database.ts'
import { giveByPhone } from '#test/give-by-phone.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { ended, railOfEachTest } from '#test/pretend-rail.ts'
import { query } from '#test/rows.ts'
import type { PromptState } from './prompt.ts'
import { queryDueRequests } from './query.server.ts'

// A person is called when most requests for one drive end unpaid: phones ring that someone else has typed.

const db = await testDatabase()
booksMustHold(() => db)

const rail = railOfEachTest()

/** Requests for a drive, which end in this order. */
async function requests(driveId: string, ...ends: PromptState[]) {
  for (const state of ends) {
    await giveByPhone(db, { driveId, visitor: crypto.randomUUID() })
    rail.asked = () => ended(state as 'paid')
    await query`update mpesa_prompts set ask_at = now() where state = 'open'`
    await queryDueRequests(db)
  }
}
const calls = async (driveId: string) => {
  return (
    await query<{ failed: number }>`
    select (facts ->> 'failed')::int as failed from discrepancies
    where kind = 'requests that nobody pays' and subject = ${driveId} and state = 'open'`
  ).map(({ failed }) => failed)
}
const times = (many: number, state: PromptState) => Array<PromptState>(many).fill(state)

test('fifteen of twenty, cancelled and not answered, call a person', async () => {
  const { id } = await someDrive(db)
  await requests(id, ...times(5, 'paid'), ...times(7, 'cancelled'), ...times(7, 'unanswered'))
  await watchUnpaidRequests(db)
  expect(await calls(id)).toEqual([])
  await requests(id, 'expired')
  await watchUnpaidRequests(db)
  expect(await calls(id)).toEqual([15])
})

test('the newest twenty count, and what we could not send, or nobody knows, does not', async () => {
  const { id } = await someDrive(db)
  await requests(id, ...times(14, 'cancelled'), ...times(6, 'paid'), ...times(6, 'unanswered'))
  const other = await someDrive(db)
  await requests(other.id, ...times(14, 'unanswered'), ...times(4, 'unknown'), 'broken')
  await watchUnpaidRequests(db)
  expect([await calls(id), await calls(other.id)]).toEqual([[], []])
})

test('what a person has closed is not opened by the same requests', async () => {
  const { id } = await someDrive(db)
  await requests(id, ...times(16, 'cancelled'))
  await watchUnpaidRequests(db)
  expect(await calls(id)).toEqual([16])
  await query`update discrepancies set state = 'closed', closed_at = now(), note = 'a class' where subject = ${id}`
  await watchUnpaidRequests(db)
  expect(await calls(id)).toEqual([])
})
