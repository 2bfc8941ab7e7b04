import { describe, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { giveByPhone } from '#test/give-by-phone.ts'
import { booksMustHold } from '#test/money.ts'
import { ended, railOfEachTest, receiptOf, toldOf } from '#test/pretend-rail.ts'
import { query } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { receiveCallback } from './callbacks.server.ts'
import { queryDueRequests } from './query.server.ts'
import { listReceipts } from './receipts.server.ts'

// A request of which nobody knows after a day whether it was paid: a person is called, once.

const db = await testDatabase()
booksMustHold(() => db)

const rail = railOfEachTest()
const unlisted = () => {
  rail.can({ proves: ['query'] })
}

async function begun() {
  const { reference } = await giveByPhone(db)
  return { reference, one: rail.sent.at(-1)! }
}
const lost = () => {
  rail.pushing = async () => ({ is: 'failure', class: 'unknown', message: 'cut' })
}
const later = (hours: number) => timePasses(`${hours} hours`, { mpesa_prompts: {} })
async function dayGoesBy() {
  await queryDueRequests(db)
  await later(23)
  await queryDueRequests(db)
  const before = await calledFor()
  await later(2)
  await queryDueRequests(db)
  return before
}
const calledFor = async () => {
  return (
    await query<{ subject: string }>`
    select subject from discrepancies where kind = 'a request that nobody can explain' and state = 'open'`
  ).map(({ subject }) => subject)
}

describe('a person is called after a day, not before', () => {
  test('where the answer to the sending was lost, and there is no list', async () => {
    unlisted()
    lost()
    const { reference } = await begun()
    expect(await dayGoesBy()).not.toContain(reference)
    expect(await calledFor()).toContain(reference)
  })

  test('where it was told to be paid without a code, and the question says that it failed', async () => {
    const { reference, one } = await begun()
    await receiveCallback(db, ...toldOf(one, { state: 'paid' }))
    rail.asked = () => ended('cancelled', '1032')
    expect(await dayGoesBy()).not.toContain(reference)
    expect(await calledFor()).toContain(reference)
  })

  test('once: nobody is called again for what a person has closed', async () => {
    lost()
    const { reference } = await begun()
    await dayGoesBy()
    expect(await calledFor()).toContain(reference)
    await query`update discrepancies set state = 'closed', closed_at = now(), note = 'not paid' where subject = ${reference}`
    await queryDueRequests(db)
    expect(await calledFor()).not.toContain(reference)
  })
})

describe('nobody is called', () => {
  test('for what ended, and for what was paid', async () => {
    unlisted()
    rail.asked = () => ended('unanswered', '1037')
    const unpaid = await begun()
    await queryDueRequests(db)
    await later(1)
    await queryDueRequests(db)
    rail.asked = () => ended('paid', '0')
    const paid = await begun()
    await dayGoesBy()
    expect(await calledFor()).not.toEqual(expect.arrayContaining([unpaid.reference]))
    expect(await calledFor()).not.toEqual(expect.arrayContaining([paid.reference]))
  })

  test('where the list names requests and does not name this one', async () => {
    lost()
    const { reference } = await begun()
    await queryDueRequests(db)
    await later(2)
    rail.pushing = async ({ id }) => ({ is: 'sent', id })
    const other = await begun()
    rail.listed = [receiptOf(other.one)]
    await listReceipts(db)
    await dayGoesBy()
    expect(await calledFor()).not.toContain(reference)
  })
})
