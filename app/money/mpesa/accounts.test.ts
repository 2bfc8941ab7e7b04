import { beforeEach, expect, test } from 'vitest'
import { codesOf, driveOfAccount } from '#app/drives/codes/codes.server.ts'
import { createPayment } from '#app/money/payments/payment.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, booksMustHold, granted, reasonsOf } from '#test/money.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { newPrompt } from './prompts.server.ts'

// The account that a request names, which its payer reads on the phone.

const db = await testDatabase()
booksMustHold(() => db)
beforeEach(() => useMobileMoney(pretendRail()))

let last = 20_000_000
async function asked(driveId: string) {
  const phone = `+2547${++last}`
  const gift = {
    kind: 'donation',
    driveId,
    amount: 5_000,
    donorName: '',
    donorEmail: '',
    message: '',
    anonymous: false,
  } as const
  const { id } = await createPayment(db, { ...gift, donorPhone: phone }, undefined, 'en', 'mpesa')
  return { paymentId: id, phone, visitor: null }
}

test('is the number of the drive with a tag, and its word once it has one', async () => {
  const { id } = await someDrive(db)
  const { number } = await codesOf(db, id)
  const first = await newPrompt(db, await asked(id))
  expect(first.account).toMatch(new RegExp(`^${number}[A-HJKMNP-Z][A-HJKMNP-Z2-9]{4}$`))
  await db.insertInto('drive_codes').values({ fund_drive_id: id, code: 'HARVEST', kind: 'word' }).execute()
  const second = await newPrompt(db, await asked(id))
  expect(second.account).toMatch(/^HARVEST[2-9][A-HJKMNP-Z2-9]{4}$/)
  for (const { account } of [first, second])
    expect(await driveOfAccount(db, account.toLowerCase())).toMatchObject({ driveId: id, tag: account.slice(-5) })
})

test('one that is taken is not given again, and nobody is told that the phone is busy', async () => {
  const { id } = await someDrive(db)
  const before = await newPrompt(db, await asked(id), () => 'A')
  expect(before.account.slice(-5)).toBe('AAAAA')
  let picked = 0
  const after = await newPrompt(db, await asked(id), () => (++picked <= 5 ? 'A' : 'B'))
  expect(after.account.slice(-5)).toBe('BBBBB')
  await expect(newPrompt(db, await asked(id), () => 'A')).rejects.toThrow('no tag was free')
})

test('of ten requests on one phone at once nine hear that it is busy', async () => {
  const { id } = await someDrive(db)
  const one = await asked(id)
  const others = await Promise.all(Array.from({ length: 10 }, () => asked(id)))
  const all = await atOnce(10, (nr) => newPrompt(db, { ...others[nr]!, phone: one.phone }))
  expect(granted(all)).toHaveLength(1)
  expect(new Set(reasonsOf(all))).toEqual(
    new Set(['A request is open on this phone already. Answer it, or wait a minute and try again.']),
  )
})
