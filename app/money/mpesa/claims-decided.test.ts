import { describe, expect, test } from 'vitest'
import { publicDonations } from '#app/money/donations/donations.server.ts'
import { createPayment } from '#app/money/payments/payment.server.ts'
import { placeMoney } from '#app/money/payments/place.server.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import type { MobileReceipt } from '#app/platform/providers/mobile-money.server.ts'
import { forgetDonor } from '#app/privacy/forget-donor.server.ts'
import { forgetUnpaid } from '#app/privacy/forget-old.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { claiming, newCode, paidByHand } from '#test/paid-by-hand.ts'
import { railOfEachTest } from '#test/pretend-rail.ts'
import { query, someRows } from '#test/rows.ts'
import { statementFile } from '#test/statement.ts'
import { timePasses } from '#test/time.ts'
import { askClaimed, insteadOf, lapseClaims } from './claim.server.ts'
import { claim, claimsDecided, keepClaim } from './claims.server.ts'
import { claimLimits } from './limits.server.ts'
import { listReceipts } from './receipts.server.ts'
import { takeStatement } from './statement.server.ts'
import { importStatement } from './statement-lines.server.ts'

// Claims: how they end when a person decides, when M-Pesa has no list, and when someone else tries to be first; and what
// stays forgotten of payers.

const db = await testDatabase()
booksMustHold(() => db)

const rail = railOfEachTest()

const paid = (account: string, own?: Partial<MobileReceipt>) => paidByHand(db, rail, account, own)
const claimsOf = (receipt: string) => someRows('claims', { receipt }, 'id', 'tail', 'state', 'phone', 'name')
const statesOf = async (receipt: string) => (await claimsOf(receipt)).map(({ tail, state }) => `${tail} ${state}`)
const giftsOf = async (drive: { id: string }) => (await publicDonations(db, drive.id)).donations
const suspenseOf = async (receipt: string) =>
  (await db.selectFrom('suspense').where('provider_tx_id', '=', receipt).select('id').executeTakeFirstOrThrow()).id
/** As an administrator does, with the giver of the claim that they chose. */
const place = (receipt: string, driveId: string, chosen: { id: number; name: string } | null = null) =>
  db.transaction().execute(async (tx) => {
    const giver = chosen ? { name: chosen.name, message: '', phone: '', isAnonymous: false } : undefined
    const { id: by } = await somePerson(db, { admin: true })
    await placeMoney(tx, { suspenseId: await suspenseOf(receipt), driveId, by, giver })
    await claimsDecided(tx, receipt, chosen?.id ?? null)
  })

describe('an administrator places the money', () => {
  test('on the drive: the claim of its giver there is answered, with name and message, and the others are refused [T527]', async () => {
    const [drive, other] = [await someDrive(db), await someDrive(db)]
    const one = await paid('CHURCH ROOF')
    await claim(db, other.id, claiming(one.receipt, { name: 'Brian' }))
    await claim(db, drive.id, claiming(one.receipt, { tail: '999', name: 'Caro' }))
    await claim(db, drive.id, claiming(one.receipt))
    expect(await statesOf(one.receipt)).toEqual(['126 desk', '999 desk', '126 desk'])
    await place(one.receipt, drive.id)
    expect(await statesOf(one.receipt)).toEqual(['126 refused', '999 refused', '126 placed'])
    expect(await giftsOf(drive)).toMatchObject([{ name: 'Amina Yusuf', message: 'Pole sana' }])
  })

  test('by a claim without a name: no other claim takes the gift from its giver', async () => {
    const drive = await someDrive(db)
    const one = await paid('CHURCH ROOF')
    await claim(db, drive.id, claiming(one.receipt, { tail: '999', name: '', message: '' }))
    await claim(db, drive.id, claiming(one.receipt))
    const [first] = await claimsOf(one.receipt)
    await place(one.receipt, drive.id, first)
    expect(await statesOf(one.receipt)).toEqual(['999 placed', '126 refused'])
    expect(await giftsOf(drive)).toMatchObject([{ name: null }])
  })
})

const old = (receipt: string) => timePasses('31 days', { claims: { receipt } })

test('a claim about a gift that waits for a person lapses after 30 days, and says no more who sent it', async () => {
  const drive = await someDrive(db)
  const one = await paid('CHURCH ROOF')
  await place(one.receipt, drive.id)
  await claim(db, drive.id, claiming(one.receipt, { tail: '999', phone: '+254712345999' }))
  await lapseClaims(db)
  expect(await claimsOf(one.receipt)).toMatchObject([{ state: 'desk', phone: '+254712345999' }])
  await old(one.receipt)
  await lapseClaims(db)
  expect(await claimsOf(one.receipt)).toMatchObject([{ state: 'lapsed', phone: null, name: '' }])
})

describe('a code that nobody has told us', () => {
  const proves = (...by: ('query' | 'list' | 'status')[]) => {
    rail.can({ proves: by })
  }
  const askedAbout = (receipt: string) => rail.questions.filter((one) => one.receipt === receipt).length

  test('is asked about once where M-Pesa answers questions and has no list', async () => {
    proves('query', 'status')
    const [drive, other, receipt] = [await someDrive(db), await someDrive(db), newCode()]
    await claim(db, drive.id, claiming(receipt))
    await claim(db, other.id, claiming(receipt, { tail: '999' }))
    await timePasses('1 minute')
    for (let minute = 0; minute < 3; minute++) await askClaimed(db)
    expect(askedAbout(receipt)).toBe(1)
  })

  test('is looked for in the list first, where there is one; without questions nothing is asked', async () => {
    const [drive, unasked, receipt] = [await someDrive(db), newCode(), newCode()]
    await claim(db, drive.id, claiming(unasked))
    await timePasses('1 hour')
    await askClaimed(db)
    expect(askedAbout(unasked)).toBe(0)
    proves('query', 'list', 'status')
    await claim(db, drive.id, claiming(receipt))
    await timePasses('1 minute')
    await askClaimed(db)
    expect(askedAbout(receipt)).toBe(0)
    await timePasses('9 minutes')
    await askClaimed(db)
    expect(askedAbout(receipt)).toBe(1)
  })
})

describe('who types digits that are not those of the payer', () => {
  const tried = (address: string, receipt: string, tail: string) => takeTry(claimLimits(address, receipt, tail))

  test('does not lock the code for its giver', async () => {
    const receipt = newCode()
    for (let at = 0; at < 40; at++) await tried(`41.90.${at}.7`, receipt, String(100 + at))
    await expect(tried('105.160.1.2', receipt, '126')).resolves.toBeUndefined()
  })

  test('tries ten a day from one network', async () => {
    const receipt = newCode()
    for (let at = 0; at < 10; at++) await tried('41.91.1.7', receipt, String(100 + at))
    await expect(tried('41.91.1.7', receipt, '110')).rejects.toMatchObject({ status: 429 })
  })
})

describe('who paid', () => {
  const statementOf = ({ receipt, account }: MobileReceipt) =>
    statementFile([
      `${receipt},03-11-2026 10:00:00,,x,Completed,300,,0,true,Pay Bill,2547 ***** 126 - AMINA YUSUF,,${account}`,
    ])
  const payerOf = (receipt: string) =>
    db.selectFrom('mpesa_receipts').where('receipt', '=', receipt).select(['name', 'tail']).executeTakeFirstOrThrow()
  async function namedAgain(one: MobileReceipt) {
    rail.listed = [one]
    await listReceipts(db)
    const by = { id: (await somePerson(db, { admin: true })).id, address: '' }
    const { id } = await takeStatement(db, statementOf(one), by)
    await importStatement(db, { statementId: id })
  }
  const nobody = { name: null, tail: null }

  test('and asked to be forgotten stays forgotten, whatever names them later [T528]', async () => {
    const drive = await someDrive(db)
    const one = await paid('CHURCH ROOF')
    await place(one.receipt, drive.id)
    await claim(db, drive.id, claiming(one.receipt, { phone: '+254712999126' }))
    expect(await payerOf(one.receipt)).toEqual({ name: 'AMINA Y', tail: '126' })
    await forgetDonor(db, '+254712999126')
    // A code that was only told until now is let in again.
    await query`update mpesa_receipts set heard_by = 'confirmation' where receipt = ${one.receipt}`
    await namedAgain(one)
    expect(await payerOf(one.receipt)).toEqual(nobody)
    const kept = await someRows('mpesa_lines', { receipt: one.receipt }, 'name', 'tail')
    expect(kept).toEqual([nobody])
  })

  test('and got it back is forgotten 90 days later, permanently', async () => {
    const one = await paid('CHURCH ROOF')
    const id = await suspenseOf(one.receipt)
    const back = (days: number) =>
      query`update suspense set state = 'closed', closed_at = now() - make_interval(days => ${days}) where id = ${id}`
    await query`insert into ledger_transfers (event_kind, subject_id, leg, debit_account, credit_account, amount)
      select 'suspense', ${id}, 3, d.id, c.id, 30000 from ledger_accounts d, ledger_accounts c
      where d.code = 'suspense' and c.code = 'mpesa_clearing'`
    await back(89)
    await forgetUnpaid(db)
    expect(await payerOf(one.receipt)).toEqual({ name: 'AMINA Y', tail: '126' })
    await back(91)
    await forgetUnpaid(db)
    await query`update mpesa_receipts set heard_by = 'confirmation' where receipt = ${one.receipt}`
    await namedAgain(one)
    expect(await payerOf(one.receipt)).toEqual(nobody)
  })
})

describe('a claim of which nothing came', () => {
  const phone = '+254712000456'
  const texts = async (receipt: string) => {
    const all = await db
      .selectFrom('sms_outbox')
      .where('text', 'like', `%${receipt}%`)
      .select(['phone', 'text', 'money'])
      .execute()
    return all.map(({ phone, text, money }) => [phone, text!.replace(/http\S+/, ''), money])
  }
  const told = (receipt: string) => [
    phone,
    `We could not match M-Pesa ${receipt} with a gift. Compare the code and enter it again: `,
    false,
  ]
  const old = (receipt: string) => timePasses('3 days', { claims: { receipt } })

  test('is told by one text when it lapses, to the giver who left a phone', async () => {
    const [drive, receipt] = [await someDrive(db), newCode()]
    await claim(db, drive.id, claiming(receipt, { phone }))
    await claim(db, drive.id, claiming(receipt, { tail: '127' }))
    await old(receipt)
    await lapseClaims(db)
    await lapseClaims(db)
    expect(await texts(receipt)).toEqual([told(receipt)])
  })

  test('is told when an administrator decided otherwise, but not to the giver whose claim was right', async () => {
    const drive = await someDrive(db)
    const one = await paid('CHURCH ROOF')
    await claim(db, drive.id, claiming(one.receipt, { phone: '+254712000457' }))
    await claim(db, drive.id, claiming(one.receipt, { tail: '999', phone }))
    await place(one.receipt, drive.id)
    expect(await statesOf(one.receipt)).toEqual(['126 placed', '999 refused'])
    expect(await texts(one.receipt)).toEqual([told(one.receipt)])
  })

  test('is read on the page of the gift where it was typed, as long as nothing else was typed there', async () => {
    const { id: driveId } = await someDrive(db)
    const what = { driveId, amount: 20_000, donorEmail: '', donorName: '', message: '', anonymous: false }
    const gift = await createPayment(db, { kind: 'donation', donorPhone: phone, ...what }, undefined, 'en', 'mpesa')
    const seen = async () => {
      const instead = await insteadOf(db, gift.id, 'X')
      return [instead!.code, instead!.isLookedFor]
    }
    const receipt = newCode()
    expect(await seen()).toEqual([null, false])
    await claim(db, driveId, claiming(receipt, { phone, paymentId: gift.id }))
    expect(await seen()).toEqual([receipt, true])
    await old(receipt)
    await lapseClaims(db)
    expect(await seen()).toEqual([receipt, false])
    const other = newCode()
    await claim(db, driveId, claiming(other, { phone, paymentId: gift.id }))
    expect(await seen()).toEqual([other, true])
  })

  test('is told to nobody whom a treasurer pasted', async () => {
    const [drive, receipt] = [await someDrive(db), newCode()]
    await db.transaction().execute((tx) => keepClaim(tx, drive.id, claiming(receipt, { phone })))
    await old(receipt)
    await lapseClaims(db)
    expect([await statesOf(receipt), await texts(receipt)]).toEqual([['126 lapsed'], []])
  })
})
