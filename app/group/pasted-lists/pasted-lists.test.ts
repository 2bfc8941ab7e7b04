import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { releasePledge } from '#app/group/pledges/pledge.server.ts'
import { amountMost } from '#app/group/pledges/pledge.ts'
import { enterRecorded, voidRecorded } from '#app/group/recorded-gifts/recorded.server.ts'
import { amountMax } from '#app/group/recorded-gifts/recorded.ts'
import { forgetDonor } from '#app/privacy/forget-donor.server.ts'
import { forgetPasteOf } from '#app/privacy/forget-own.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { approvedOf } from '#test/pasted-list-shapes.ts'
import { oneRow, query, someRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { type ApprovedRow, approvedIn } from './approved.ts'
import { enterRows } from './enter.server.ts'
import { forgetPastes, forgetPastesOf, keepPaste, pasteOf, recentPastes } from './paste.server.ts'
import { pastedListTexts } from './pasted-list.ts'
import type { SharedList } from './sheet.ts'
import { shownPaste } from './shown.ts'
import { goesBack, takeBackPaste } from './take-back.server.ts'

const db = await testDatabase({ asOwner: true })
booksMustHold(() => db)

const sheet: SharedList = {
  title: 'x',
  goal: null,
  entries: [],
  others: 0,
  paid: 0,
  pledged: 0,
  paybill: null,
  link: 'x',
}
/** Nobody collects, and nobody is on the list. */
const nothing = { collectors: [], entries: [] }
let codes = 0
const message = (shillings = 1000, name = 'WANJIRU KAMAU') => {
  const code = `UJ2BR${String(++codes).padStart(5, '0')}`
  const text = `${code} Confirmed.You have received Ksh${shillings}.00 from ${name} 0723***873 on 2/10/26 at 3:45 PM  New M-PESA balance is Ksh6,103.82.`
  return { code, text }
}

async function pasted(text: string, own: { driveId?: string; by?: string } = {}) {
  const drive = own.driveId ? { id: own.driveId, ownerId: own.by! } : await someDrive(db)
  const [driveId, by] = [drive.id, own.by ?? drive.ownerId]
  const pasteId = await keepPaste(db, { driveId, by, text, sheet, collectors: [] })
  const shown = async () => shownPaste((await pasteOf(db, driveId, pasteId, nothing))!, 1)
  const { rows } = await shown()
  return { driveId, by, pasteId, shown, rows: approvedOf(rows) }
}
const gifts = (driveId: string) => query<{ name: string; amount: number; code: string | null; void: boolean }>`
      select name, amount, code, voided_at is not null as void from recorded_gifts where fund_drive_id = ${driveId} order by id`
const pledges = (driveId: string) => query<{ name: string; amount: number; paid: number; state: string }>`
    select name, amount, paid, state from pledges where fund_drive_id = ${driveId} order by id`

test('that a person changed what was read is kept, but not that they said what a row is', async () => {
  const { text } = message()
  const one = await pasted(`${text}\n\n1. Otis 500 ✅\n2. Juma 500/2000\n3. Asha 300 pledge\n4. Musa 200`)
  const [money, otis, juma, asha, musa] = one.rows as [ApprovedRow, ApprovedRow, ApprovedRow, ApprovedRow, ApprovedRow]
  await enterRows(db, { ...one, rows: [money, { ...otis, amount: 60_000 }, juma, { ...asha, name: 'Aisha' }, musa] })
  const kept = await query<{ corrected: boolean }>`
    select corrected from paste_rows where paste_id = ${one.pasteId} order by nr`
  expect(kept.map(({ corrected }) => corrected)).toEqual([false, true, false, true, false])
})

describe('what a person approved is entered', () => {
  test('a giver who asks for it is proposed without the name in public', async () => {
    const { shown } = await pasted('1. Otis (anonymous) 500 ✅\n2. Asha 300 ✅')
    expect((await shown()).rows.map(({ name, anonymous }) => [name, anonymous])).toEqual([
      ['Otis', true],
      ['Asha', false],
    ])
  })

  test('gifts with their codes, pledges with what is paid of them', async () => {
    const { code, text } = message()
    const one = await pasted(`${text}\n\n1. Otis 500 ✅\n2. Juma 500/2000\n3. Asha 300 pledge`)
    expect(await enterRows(db, one)).toEqual({ entered: 4, already: 0 })
    expect(await gifts(one.driveId)).toEqual([
      { name: 'Wanjiru Kamau', amount: 100_000, code, void: false },
      { name: 'Otis', amount: 50_000, code: null, void: false },
      { name: 'Juma', amount: 50_000, code: null, void: false },
    ])
    expect(await pledges(one.driveId)).toEqual([
      { name: 'Juma', amount: 200_000, paid: 50_000, state: 'open' },
      { name: 'Asha', amount: 30_000, paid: 0, state: 'open' },
    ])
    expect((await one.shown()).rows.map(({ state }) => state)).toEqual(['entered', 'entered', 'entered', 'entered'])
  })

  test('only rows that were ticked; the others wait', async () => {
    const one = await pasted('1. Otis 500 ✅\n2. Asha 300 ✅')
    await enterRows(db, { ...one, rows: one.rows.slice(0, 1) })
    expect((await one.shown()).rows.map(({ state }) => state)).toEqual(['entered', 'proposed'])
    expect(await enterRows(db, one)).toEqual({ entered: 1, already: 1 })
  })

  test('a code that is counted is shown with its day, and of another drive without', async () => {
    const { text } = message()
    const one = await pasted(text)
    await enterRows(db, one)
    const again = await pasted(`${text}\n1. Otis 500 ✅`, one)
    expect((await again.shown()).leftOut).toMatchObject([{ reason: 'known', counted: '2026-01-02' }])
    const elsewhere = await pasted(`${text}\n1. Otis 500 ✅`)
    expect((await elsewhere.shown()).leftOut).toMatchObject([{ reason: 'known', counted: '' }])
  })

  test('a rule that says no is said at its row, and then nothing is entered', async () => {
    const { text } = message()
    const first = await pasted(`${text}\n1. Otis 500 ✅`)
    const second = await pasted(`${text}\n1. Asha 500 ✅`)
    await enterRows(db, first)
    await expect(enterRows(db, second)).rejects.toMatchObject({ errors: { 'kind.1': expect.anything() } })
    expect(await gifts(second.driveId)).toEqual([])
  })

  test('the message of a payer becomes a claim, and a reversal takes back what was recorded', async () => {
    const { code, text } = message()
    const sent =
      'UJ2QQ00001 Confirmed. Ksh750.00 sent to HARAMBEE for account HEAL7K2Q on 2/10/26 at 9:45 PM New M-PESA balance is Ksh95.20.'
    const one = await pasted(`${text}\n${sent}`)
    await enterRows(db, one)
    const rows = await query<{
      receipt: string
      tail: string
      state: string
    }>`select receipt, tail, state from claims where fund_drive_id = ${one.driveId}`
    expect(rows).toEqual([{ receipt: 'UJ2QQ00001', tail: '126', state: 'waiting' }])
    const back = await pasted(
      `UJ7KL78MNO Confirmed. Transaction ${code} has been reversed. Your account balance is now Ksh500.00.`,
      one,
    )
    await enterRows(db, back)
    expect((await gifts(one.driveId)).map((gift) => gift.void)).toEqual([true])
  })
})

describe('claims from messages are no way to find digits by trying', () => {
  const sent = (nr: number) =>
    `UJ3QQ${String(nr).padStart(5, '0')} Confirmed. Ksh750.00 sent to HARAMBEE for account HEAL7K2Q on 2/10/26 at 9:45 PM New M-PESA balance is Ksh95.20.`
  const claimed = async (driveId: string) => (await someRows('claims', { fund_drive_id: driveId }, 'id')).length

  test('fifty an hour for a drive, also by two people, and for a person, also for two drives', async () => {
    const { id: driveId, ownerId: by } = await someDrive(db)
    const first = await pasted(Array.from({ length: 50 }, (_, nr) => sent(nr)).join('\n'), { driveId, by })
    await enterRows(db, first)
    // What is entered already counts no more, in however many tabs.
    expect(await enterRows(db, first)).toEqual({ entered: 0, already: 50 })
    const other = await someDrive(db, { ownerId: by })
    for (const one of [
      await pasted(`${sent(60)}\n1. Asha 500 ✅`, { driveId, by }),
      await pasted(`${sent(61)}\n1. Asha 500 ✅`, { driveId: other.id, by }),
    ]) {
      const row = one.rows.find(({ kind }) => kind === 'claim')!
      await expect(enterRows(db, one)).rejects.toMatchObject({ errors: { [`kind.${row.nr}`]: expect.anything() } })
      // The rest can be entered without it.
      const rest = one.rows.filter(({ kind }) => kind !== 'claim')
      expect(await enterRows(db, { ...one, rows: rest })).toEqual({ entered: rest.length, already: 0 })
    }
    expect([await claimed(driveId), await claimed(other.id)]).toEqual([50, 0])
  })

  test('ten tries at the digits of one code in a day, however often it is pasted', async () => {
    const { id: driveId, ownerId: by } = await someDrive(db)
    const tried = async (nr: number) => {
      const one = await pasted(`${sent(90)}\n${nr}. Asha ${nr + 500} ✅`, { driveId, by })
      const rows = one.rows.filter(({ kind }) => kind === 'claim')
      expect(rows).toHaveLength(1)
      return enterRows(db, { ...one, rows: rows.map((row) => ({ ...row, tail: String(100 + nr) })) })
    }
    for (let nr = 1; nr <= 10; nr++) await tried(nr)
    await expect(tried(11)).rejects.toMatchObject({ status: 429 })
    expect(await claimed(driveId)).toBe(10)
  })
})

test('of a text that is counted already it is said so, and not that there is nothing in it', async () => {
  const { text } = message()
  const one = await pasted(text)
  await enterRows(db, one)
  await expect(pasted(text.replace('Confirmed.', 'Confirmed. '), one)).rejects.toMatchObject({
    says: { title: pastedListTexts.counted },
  })
  await expect(pasted('Good morning all', one)).rejects.toMatchObject({ says: { title: pastedListTexts.nothing } })
})

describe('each row once, or nothing (M30)', () => {
  test('the same text is the same paste, from however many tabs', async () => {
    const one = await pasted('1. Otis 500 ✅')
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => keepPaste(db, { ...one, text: '1. Otis 500 ✅', sheet, collectors: [] })),
    )
    expect(new Set(ids)).toEqual(new Set([one.pasteId]))
  })

  test('entered in ten tabs at once [T569]', async () => {
    const one = await pasted(`${message().text}\n1. Otis 500 ✅\n2. Juma 500/2000`)
    const counts = await Promise.all(Array.from({ length: 10 }, () => enterRows(db, one)))
    expect(counts.map(({ entered }) => entered).sort((a, b) => b - a)).toEqual([3, ...Array(9).fill(0)])
    expect([(await gifts(one.driveId)).length, (await pledges(one.driveId)).length]).toEqual([3, 1])
  })

  test('two pastes for two drives, with the same codes in another order, never wait for each other in a circle', async () => {
    const texts = Array.from({ length: 30 }, () => message().text)
    const [one, other] = [await pasted(texts.join('\n')), await pasted(texts.toReversed().join('\n'))]
    const begun = vi.spyOn(db, 'transaction')
    const all = await Promise.allSettled([enterRows(db, one), enterRows(db, other)])
    expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    // What the database breaks off is begun again.
    expect(begun).toHaveBeenCalledTimes(2)
    begun.mockRestore()
    expect([...(await gifts(one.driveId)), ...(await gifts(other.driveId))]).toHaveLength(30)
  })

  test('taken back meanwhile: all of it is entered and taken back, or nothing is entered [T570]', async () => {
    for (let round = 0; round < 5; round++) {
      const one = await pasted(`${message().text}\n1. Otis 500 ✅\n2. Juma 500/2000`)
      await Promise.allSettled([enterRows(db, one), takeBackPaste(db, one), enterRows(db, one)])
      const open = [
        ...(await gifts(one.driveId)).filter((gift) => !gift.void),
        ...(await pledges(one.driveId)).filter(({ state }) => state === 'open'),
      ]
      expect(open).toEqual([])
      await expect(enterRows(db, one)).rejects.toMatchObject({ status: 409 })
    }
  })

  test('a treasurer who was removed meanwhile enters nothing [T571]', async () => {
    const { id: driveId, ownerId } = await someDrive(db)
    const { id: by } = await somePerson(db)
    await query`insert into drive_helpers (fund_drive_id, user_id, invited, role, invited_by, expires_at, accepted_at)
      values (${driveId}, ${by}, 'Mary', 'treasurer', ${ownerId}, now() + interval '1 day', now())`
    const one = await pasted('1. Otis 500 ✅\n2. Asha 300 ✅', { driveId, by })
    await enterRows(db, { ...one, rows: one.rows.slice(0, 1) })
    await query`update drive_helpers set left_at = now() where user_id = ${by}`
    await expect(enterRows(db, one)).rejects.toMatchObject({ status: 403 })
    await expect(takeBackPaste(db, one)).rejects.toMatchObject({ status: 403 })
    await expect(pasted('1. Otis 500 ✅', { driveId, by })).rejects.toMatchObject({ status: 403 })
    expect(await gifts(driveId)).toHaveLength(1)
    expect(await takeBackPaste(db, { ...one, by: ownerId })).toEqual({ undone: 1, stayed: 0 })
  })

  test('a paste of another drive is missing', async () => {
    const one = await pasted('1. Otis 500 ✅')
    const { id: driveId, ownerId: by } = await someDrive(db)
    await expect(enterRows(db, { ...one, driveId, by })).rejects.toMatchObject({ status: 404 })
    expect(await pasteOf(db, driveId, one.pasteId, nothing)).toBeUndefined()
  })
})

test('no money is entered of which nobody said how it was given', async () => {
  const one = await pasted('1. Otis 500 ✅')
  const rows = one.rows.map((row) => ({ ...row, method: null }))
  await expect(enterRows(db, { ...one, rows })).rejects.toMatchObject({ status: 422 })
  expect(await gifts(one.driveId)).toEqual([])
})

describe('a paste is taken back', () => {
  test('what was changed since stays, and the text is erased', async () => {
    const one = await pasted(`${message().text}\n1. Otis 500 ✅\n2. Juma 500/2000\n3. Asha 300 pledge`)
    await enterRows(db, one)
    const otis = await oneRow('recorded_gifts', { fund_drive_id: one.driveId, name: 'Otis' })
    await db.transaction().execute((tx) => voidRecorded(tx, { id: otis.id, by: one.by, why: 'twice' }))
    await query`update pledges set amount = 40000 where fund_drive_id = ${one.driveId} and name = 'Asha'`
    // Of Juma's promise, what was paid goes with it.
    expect(await goesBack(db, one)).toEqual({ gifts: 2, pledges: 1, claims: 0, stays: 2 })
    expect(await takeBackPaste(db, one)).toEqual({ undone: 2, stayed: 2 })
    expect(await goesBack(db, one)).toBeUndefined()
    expect((await gifts(one.driveId)).every((gift) => gift.void)).toBe(true)
    expect((await pledges(one.driveId)).map(({ name, state, paid }) => [name, state, paid])).toEqual([
      ['Juma', 'released', 0],
      ['Asha', 'open', 0],
    ])
    expect(await recentPastes(db, one.driveId)).toEqual([])
    await expect(takeBackPaste(db, one)).rejects.toMatchObject({ status: 409 })
  })

  test('who asks what would go is told it, and nothing goes', async () => {
    const one = await pasted('1. Otis 500 ✅\n2. Juma 500/2000\n3. Asha 300 pledge\n4. Halima 200 pledge')
    await enterRows(db, one)
    const rows = await query<{ id: number }>`select id from pledges where fund_drive_id = ${one.driveId} order by id`
    const [juma, , halima] = rows
    // Another gift for Juma's promise; of Halima's, nothing is expected any more.
    const cash = { amount: 100, method: 'cash', code: null, name: null, phone: null, note: null } as const
    await db.transaction().execute(async (tx) => {
      const whose = { driveId: one.driveId, by: one.by, clientKey: randomUUID(), pledgeId: juma!.id }
      await enterRecorded(tx, { ...cash, ...whose, givenOn: '2026-01-02', anonymous: false })
      await releasePledge(tx, { id: halima!.id, by: one.by })
    })
    const told = await goesBack(db, one)
    expect(told).toEqual({ gifts: 1, pledges: 1, claims: 0, stays: 2 })
    expect((await gifts(one.driveId)).some((gift) => gift.void)).toBe(false)
    const elsewhere = await someDrive(db)
    expect(await goesBack(db, { ...one, driveId: elsewhere.id })).toBeUndefined()
    expect(await takeBackPaste(db, one)).toEqual({ undone: told!.gifts + told!.pledges, stayed: told!.stays })
  })

  test('the same text can be pasted and entered again', async () => {
    const { text } = message()
    const one = await pasted(text)
    await enterRows(db, one)
    await takeBackPaste(db, one)
    const again = await pasted(text, one)
    expect(again.pasteId).not.toBe(one.pasteId)
    expect(await enterRows(db, again)).toEqual({ entered: 1, already: 0 })
    expect((await gifts(one.driveId)).map((gift) => gift.void)).toEqual([true, false])
  })

  test('after 30 days the text is erased, and what was entered stays', async () => {
    const one = await pasted('1. Otis 500 ✅')
    await enterRows(db, one)
    await timePasses('31 days', { list_pastes: { id: one.pasteId } })
    expect(await forgetPastes(db)).toBe(1)
    expect(await pasteOf(db, one.driveId, one.pasteId, nothing)).toBeUndefined()
    await expect(takeBackPaste(db, one)).rejects.toMatchObject({ status: 404 })
    expect(await gifts(one.driveId)).toHaveLength(1)
  })

  test('with the account of its person the text is erased, and what was entered stays', async () => {
    const [one, other] = [await pasted('1. Otis 500 ✅'), await pasted('1. Asha 500 ✅')]
    await enterRows(db, one)
    await db.transaction().execute((tx) => forgetPastesOf(tx, one.by))
    expect(await pasteOf(db, one.driveId, one.pasteId, nothing)).toBeUndefined()
    expect(await gifts(one.driveId)).toHaveLength(1)
    expect((await other.shown()).rows).toHaveLength(1)
  })

  test('when someone who is in it wants to be forgotten, by number, by address or by their receipt', async () => {
    const isErased = async (one: { driveId: string; pasteId: number }) =>
      (await pasteOf(db, one.driveId, one.pasteId, nothing)) === undefined
    const by = {
      number: await pasted('1. Otis 0722-111 999 500 ✅'),
      other: await pasted('1. Otis 0722-111 998 500 ✅'),
      address: await pasted('1. Otis Otis@x.test 500 ✅'),
      receipt: await pasted('1. Asha 500 ✅'),
    }
    expect(await forgetDonor(db, '+254722111999')).toMatchObject({ pastes: 1 })
    expect(await forgetDonor(db, 'otis@x.test')).toMatchObject({ pastes: 1 })
    await enterRows(db, by.receipt)
    const rows = await query<{ id: number }>`
      select id from recorded_gifts where fund_drive_id = ${by.receipt.driveId}`
    await db.transaction().execute((tx) => forgetPasteOf(tx, rows[0]!.id))
    expect([await isErased(by.number), await isErased(by.address), await isErased(by.receipt)]).toEqual([
      true,
      true,
      true,
    ])
    expect(await isErased(by.other)).toBe(false)
    expect(await gifts(by.receipt.driveId)).toHaveLength(1)
  })
})

describe('the form of the rows', () => {
  const row = {
    'pick.1': 'on',
    'kind.1': 'gift',
    'amount.1': '1,000',
    'name.1': 'Otis',
    'day.1': '2026-01-02',
    'method.1': 'cash',
    'phone.1': '',
  }
  const faults = (fields: Record<string, unknown>) => {
    try {
      return approvedIn(fields, '2026-11-24')
    } catch (error) {
      return Object.keys((error as { errors?: object }).errors ?? {})
    }
  }

  test('reads what was ticked', () => {
    expect(approvedIn({ ...row, 'amount.2': '5' }, '2026-11-24')).toEqual([
      {
        nr: 1,
        kind: 'gift',
        amount: 100_000,
        paid: 0,
        name: 'Otis',
        phone: null,
        tail: null,
        givenOn: '2026-01-02',
        method: 'cash',
        anonymous: false,
      },
    ])
  })

  test('a row may be as large as a gift or a pledge that is entered by itself', () => {
    const amounts = { ...row, 'amount.1': '20,000,000', 'pick.2': 'on', 'kind.2': 'pledge', 'amount.2': '10,000,000' }
    expect(approvedIn(amounts, '2026-11-24').map(({ amount }) => amount)).toEqual([amountMax, amountMost])
  })

  test.each([
    [{ 'amount.1': '0' }, ['amount.1']],
    [{ 'amount.1': '-1' }, ['amount.1']],
    [{ 'amount.1': '20,000,001' }, ['amount.1']],
    [{ 'kind.1': 'pledge', 'amount.1': '10,000,001' }, ['amount.1']],
    [{ 'amount.1': '5,00' }, ['amount.1']],
    [{ 'day.1': '2026-11-25' }, ['day.1']],
    [{ 'day.1': '2026-02-30' }, ['day.1']],
    [{ 'kind.1': '' }, ['kind.1']],
    [{ 'kind.1': 'claim' }, ['phone.1']],
    [{ 'kind.1': 'pledge', 'paid.1': '2000' }, ['paid.1']],
    [{ 'phone.1': '12' }, ['phone.1']],
    [{ 'name.1': 'a'.repeat(201) }, ['name.1']],
  ])('refuses %o', (own, wrong) => expect(faults({ ...row, ...own })).toEqual(wrong))

  test('how money was given is asked once for all rows that do not say it, and never guessed', () => {
    const silent = { ...row, 'method.1': '' }
    const methodsOf = (fields: Record<string, unknown>) => approvedIn(fields, '2026-11-24').map(({ method }) => method)
    expect(faults(silent)).toEqual(['method'])
    expect(faults({ ...silent, method: 'shells' })).toEqual(['method'])
    const other = { 'pick.2': 'on', 'kind.2': 'pledge', 'amount.2': '2,000', 'paid.2': '500', 'method.2': '' }
    expect(methodsOf({ ...row, ...other, method: 'bank' })).toEqual(['cash', 'bank'])
    expect(faults({ ...row, ...other })).toEqual(['method'])
    // Of a promise of which nothing was paid, and of money that is looked for, nobody knows how it will come.
    expect(methodsOf({ ...other, 'paid.2': '' })).toEqual([null])
    expect(methodsOf({ ...silent, 'kind.1': 'claim', 'phone.1': '126' })).toEqual([null])
  })

  test('one day is meant for all rows that have none of their own', () => {
    const silent = { ...row, 'day.1': '' }
    const daysOf = (fields: Record<string, unknown>) => approvedIn(fields, '2026-11-24').map(({ givenOn }) => givenOn)
    const other = { 'pick.2': 'on', 'kind.2': 'gift', 'amount.2': '500', 'day.2': '2026-11-02', 'method.2': 'cash' }
    expect(daysOf({ ...silent, ...other, day: '2026-11-20' })).toEqual(['2026-11-20', '2026-11-02'])
    expect(daysOf(silent)).toEqual(['2026-11-24'])
    expect(faults({ ...silent, day: '2026-11-25' })).toEqual(['day'])
    expect(faults({ ...silent, day: 'yesterday' })).toEqual(['day'])
  })

  test('nothing ticked is nothing to enter', () => {
    expect(faults({ 'pick.0': 'on', 'pick.constructor': 'on', 'kind.1': 'gift' })).toEqual([])
    expect(() => approvedIn({ 'pick.0': 'on' })).toThrow()
  })
})
