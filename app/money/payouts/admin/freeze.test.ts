import { expect, test } from 'vitest'
import { balanceNow } from '#app/base/ledger/wallet.server.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { givingTo, slugToGiveTo } from '#app/money/payments/giving.server.ts'
import { completeByHand, decline } from '#app/money/payouts/decide.server.ts'
import { beginTransfer } from '#app/money/payouts/transfer.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { begunGift, booksMustHold, fundedDrive, gift, paid } from '#test/money.ts'
import { newAdmin } from '#test/money-now.ts'
import { allRows, setRows } from '#test/rows.ts'
import { completeAsAsked } from './decide-request.server.ts'
import { freeWithdrawals, freezeWithdrawals, mailFrozen } from './freeze.server.tsx'

const db = await testDatabase()
booksMustHold(() => db)
const by = await newAdmin()
const why = 'We are asking the school.'

/** A drive with KES 2,000 to be withdrawn. */
async function funded() {
  const drive = await fundedDrive(db, [200_000])
  return { ...drive, ask: (amount = 20_000) => drive.ask(amount) }
}

test('while withdrawals are frozen nothing is asked for, and the owner is told why', async () => {
  const { ask, slug, id } = await funded()
  await freezeWithdrawals(db, slug, { by, why })
  const refused = await ask().catch((error) => error)
  expect(refused.message).toBe('An administrator has frozen the withdrawals of this fund drive')
  expect(JSON.stringify(refused.says.text)).toContain(why)
  expect(await balanceNow(db, id)).toMatchObject({ available: 200_000, mayAsk: 0, frozen: why })
  await gift(db, id, 50_000)
  await freeWithdrawals(db, slug, { by, why: 'all is well' })
  expect(await balanceNow(db, id)).toMatchObject({ mayAsk: 250_000, frozen: null })
  await ask()
  expect(await allRows('audit_log', { subject: id })).toMatchObject([
    { act: 'withdrawals frozen', by: by.id, why },
    { act: 'withdrawals freed', by: by.id, why: 'all is well' },
  ])
})

test('the owner is written why and whom they can ask, and when withdrawals are free again', async () => {
  const { slug, id } = await someDrive(db)
  await freezeWithdrawals(db, slug, { by, why })
  await mailFrozen(db, { driveId: id })
  await freeWithdrawals(db, slug, { by, why: 'all is well' })
  await mailFrozen(db, { driveId: id })
  const [frozen, free] = await allRows('sandbox.mails')
  expect(frozen!.text).toMatch(/^Withdrawals are frozen\n.*Reason: We are asking the school\..*about\/help/s)
  expect(free!.text).toMatch(/^Withdrawals are enabled again\n/)
  expect(free!.text).not.toMatch(/Reason|about\/help/)
})

test('what was asked for before can be declined and not completed: it is said why', async () => {
  const { ask, slug } = await funded()
  const [one, two] = [await ask(), await ask()]
  await freezeWithdrawals(db, slug, { by, why })
  for (const complete of [completeByHand, beginTransfer]) {
    await expect(complete(db, one.id, { by: by.id })).rejects.toThrow('Withdrawals of this fund drive are frozen')
  }
  await decline(db, one.id, { by: by.id })
  await freeWithdrawals(db, slug, { by, why })
  await completeByHand(db, two.id, { by: by.id })
})

test('of a freeze and withdrawals at the same moment, what comes second knows of the first, time and again', async () => {
  for (let round = 0; round < 12; round++) {
    const { ask, slug, id } = await funded()
    const all = await Promise.allSettled([ask(), ask(), freezeWithdrawals(db, slug, { by, why }), ask(), ask()])
    expect(all[2]!.status).toBe('fulfilled')
    for (const one of all)
      if (one.status === 'rejected') expect((one.reason as Error).message).toContain('frozen the withdrawals')
    const filed = all.filter((one, at) => at !== 2 && one.status === 'fulfilled').length
    expect(await balanceNow(db, id)).toMatchObject({ withdrawn: filed * 20_000, frozen: why })
    await expect(ask()).rejects.toThrow('frozen the withdrawals')
  }
}, 60_000)

test('it is frozen once and freed once, by another person than its owner', async () => {
  const { slug } = await funded()
  await expect(freeWithdrawals(db, slug, { by, why })).rejects.toThrow('just decided')
  await freezeWithdrawals(db, slug, { by, why })
  await expect(freezeWithdrawals(db, slug, { by, why })).rejects.toThrow('just decided')
  const own = await someDrive(db, { ownerId: by.id })
  await expect(freezeWithdrawals(db, own.slug, { by, why })).rejects.toMatchObject({ status: 403 })
  await expect(freezeWithdrawals(db, 'no-such-drive', { by, why })).rejects.toMatchObject({ status: 404 })
})

test('of a suspended owner’s drive nothing is withdrawn or completed, and no gift begins; one that began before counts', async () => {
  const { ask, id, ownerId } = await funded()
  const { id: payoutId } = await ask()
  const { reference } = await begunGift(db, id, 30_000)
  await setRows('users', { id: ownerId }, { suspended_at: new Date(), suspended_why: 'x' })
  await expect(ask()).rejects.toMatchObject({ status: 404 })
  const byHand = completeByHand(db, payoutId, { by: by.id })
  await expect(byHand).rejects.toThrow('The owner of this fund drive is suspended')
  const failed = { title: { message: 'Error' }, text: { message: 'Failed to update request' } }
  const says = { ...failed, why: { message: expect.stringContaining('suspended') } }
  const plain = { note: '', byHand: false }
  await expect(completeAsAsked(db, String(payoutId), plain, by)).rejects.toMatchObject({ says })
  await expect(begunGift(db, id, 10_000)).rejects.toMatchObject({ status: 404 })
  expect([await givingTo(db, id), await slugToGiveTo(db, id)]).toEqual([undefined, undefined])
  expect(await applyResult(db, 'paystack', reference, paid(30_000))).toBe('applied')
  expect(await balanceNow(db, id)).toMatchObject({ raised: 230_000 })
})
