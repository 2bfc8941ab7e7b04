import { describe, expect, test } from 'vitest'
import { ownDrive } from '#app/drives/drive/drive.server.ts'
import { driveContext } from '#app/drives/drive/pages/context.tsx'
import { wordsIn } from '#app/kit/words.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import * as bad from '#test/bad-input.ts'
import * as places from '#test/bad-places.ts'
import { testDatabase } from '#test/database.ts'
import { actionAt, type Fields, sendTo } from '#test/form-actions.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, gift, phoneOf } from '#test/money.ts'
import { action as payoutsActions } from './actions.ts'
import { action } from './withdraw.tsx'

const remove = actionAt(payoutsActions, 'payouts/methods/remove')

const db = await testDatabase()
booksMustHold(() => db)

const owner = await somePerson(db)

/** A drive of the owner's that has raised KES 10,000, and its form. */
async function form({ byScript = true } = {}) {
  const { id, slug } = await someDrive(db, { ownerId: owner.id })
  await gift(db, id, 1_000_000)
  await db.deleteFrom('rate_limits').execute()
  const drive = (await ownDrive(db, owner.id, slug))!
  const key = crypto.randomUUID()
  const send = (typed: Fields, formAction = action) =>
    sendTo(
      formAction,
      { amount: '1,000', seen: '100000', method: 'mobile_money', key, ...typed },
      {
        byScript,
        set: (context) => {
          context.set(driveContext, drive)
          context.set(personContext, { id: owner.id } as never)
          context.set(languageContext, 'en')
          context.set(wordsContext, wordsIn('en'))
        },
      },
    )
  const asked = () =>
    db.selectFrom('payout_requests').where('fund_drive_id', '=', id).select(['amount', 'net', 'destination']).execute()
  return { send, asked, slug, key }
}

const phone = { phone_number: '0712 345 678', mobile_operator: 'M-Pesa', password: 'pull together' }
const bank = {
  method: 'bank',
  bank_name: 'KCB Bank Kenya',
  account_number: '1234 5678 90',
  account_name: 'Wanjiru Kamau',
  password: 'pull together',
}

test('a withdrawal is asked for with a new phone, and the way leads back to the payouts [T194]', async () => {
  const { send, asked, slug } = await form()
  const { status, headers } = await send(phone)
  expect([status, headers.get('location')]).toEqual([303, `/fund-drive/${slug}/payouts`])
  const flash = /flash=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
  expect(Buffer.from(flash, 'base64url').toString()).toContain('Withdrawal request submitted successfully')
  expect(await asked()).toEqual([
    {
      amount: 100_000,
      net: 95_000,
      destination: { type: 'mobile_money', phone: '+254712345678', operator: 'M-Pesa' },
    },
  ])
})

test('a form that is sent again is told the same, also where it has taken all that there was', async () => {
  const { send, asked } = await form()
  const all = { ...phone, amount: '10,000', seen: '1000000' }
  for (let times = 0; times < 3; times++) expect((await send(all)).status).toBe(303)
  expect(await asked()).toHaveLength(1)
  expect((await send({ ...all, key: crypto.randomUUID() })).status).toBe(422)
})

test('a bank account is kept as the bank reads it [T139]', async () => {
  const { send, asked } = await form()
  expect((await send(bank)).status).toBe(303)
  expect((await asked())[0]?.destination).toEqual({
    type: 'bank',
    bank: 'KCB Bank Kenya',
    account: '1234567890',
    name: 'Wanjiru Kamau',
  })
})

test('the person who has not seen the fee is shown it first: nothing is filed, and the password is not asked for yet', async () => {
  const { send, asked, slug } = await form({ byScript: false })
  const { status, answer } = await send({ ...phone, seen: '', password: '' })
  expect([status, Object.keys(answer!.errors!)]).toEqual([422, ['seen']])
  expect(answer!.typed).toMatchObject({ phone_number: '0712 345 678', amount: '1,000' })
  // Another amount than the one whose figures were shown has not been seen either.
  expect((await send({ ...phone, seen: '90000' })).answer!.errors).toHaveProperty('seen')
  expect(await asked()).toEqual([])
  expect((await send(phone)).headers.get('location')).toBe(`/fund-drive/${slug}/payouts`)
  expect(await asked()).toHaveLength(1)
})

describe('what is wrong is said at its field, and nothing is filed', () => {
  // A password that is missing as well is not asked for yet.
  const little = { amount: '99.99', password: '' }
  test.each<[string, Fields, string, string]>([
    ['no amount', { ...phone, amount: '', seen: '' }, 'amount', 'Please fill in all required fields'],
    ['no phone', { ...phone, phone_number: ' ' }, 'phone_number', 'Please fill in all required fields'],
    ['no operator', { ...phone, mobile_operator: '' }, 'mobile_operator', 'Please fill in all required fields'],
    ['no account', { ...bank, account_number: '' }, 'account_number', 'Please fill in all required fields'],
    ['no method', { ...phone, method: '' }, 'method', 'Please fill in all required fields'],
    ['no password', { ...phone, password: '' }, 'password', 'Please fill in all required fields'],
    ['too little', { ...phone, amount: '99.99' }, 'amount', 'Minimum withdrawal amount is KES 100'],
    ['too little, unseen', { ...phone, ...little, seen: '' }, 'amount', 'Minimum withdrawal amount is KES 100'],
    ['too little, seen', { ...phone, ...little, seen: '9999' }, 'amount', 'Minimum withdrawal amount is KES 100'],
    ['nothing at all', { ...phone, amount: '0' }, 'amount', 'Minimum withdrawal amount is KES 100'],
    ['less than nothing', { ...phone, amount: '-500' }, 'amount', 'Minimum withdrawal amount is KES 100'],
    ['a cent too much', { ...phone, amount: '10000.01', seen: '1000001' }, 'amount', 'Insufficient funds'],
    ['more than any form takes', { ...phone, amount: '99999999999', seen: '' }, 'amount', 'Insufficient funds'],
    ['too much, unseen', { ...phone, amount: '10000.01', seen: '' }, 'amount', 'Insufficient funds'],
    ['another country', { ...phone, phone_number: '+1 212 555 0100' }, 'phone_number', 'Please write a Kenyan phone'],
    ['a wrong password', { ...phone, password: 'pull apart' }, 'password', 'This is not your password.'],
  ])('%s', async (_, typed, field, words) => {
    const { send, asked } = await form()
    const { status, answer } = await send(typed)
    expect([status, Object.keys(answer?.errors ?? {})]).toEqual([422, [field]])
    expect(answer!.errors![field]).toMatch(words)
    expect(JSON.stringify(answer)).not.toContain('pull')
    expect(await asked()).toEqual([])
  })
})

test('everything that is wrong is said at once: the sum, the number and the password', async () => {
  const { send, asked } = await form()
  const much = { ...phone, amount: '20,000', seen: '2000000' }
  const both = await send({ ...much, password: 'pull apart' })
  expect([both.status, both.answer!.errors]).toEqual([
    422,
    { amount: 'Insufficient funds', password: 'This is not your password.' },
  ])
  const odd = await send({ ...much, phone_number: '+1 212 555 0100' })
  expect(Object.keys(odd.answer!.errors!).sort()).toEqual(['amount', 'phone_number'])
  expect(await asked()).toEqual([])
})

test('the limit of an hour is said before a password is asked for', async () => {
  const { send, asked } = await form()
  const { id } = await phoneOf(db, owner.id)
  const saved = { method: id, amount: '100', seen: '10000' }
  for (let nr = 0; nr < 5; nr++) expect((await send({ ...saved, key: crypto.randomUUID() })).status).toBe(303)
  const sixth = await send({ ...phone, password: 'pull apart', key: crypto.randomUUID() })
  expect([sixth.status, sixth.answer!.says!.title]).toEqual([429, 'You can ask for 5 withdrawals an hour'])
  expect(sixth.answer!.errors).toBeUndefined()
  expect(await asked()).toHaveLength(5)
})

test('each field that is missing says so, and that all are needed is said once [T191]', async () => {
  const { send, asked } = await form()
  const { status, answer } = await send({ ...phone, amount: '', seen: '', phone_number: '', mobile_operator: '' })
  expect(status).toBe(422)
  expect(answer!.errors).toEqual({
    amount: 'Please fill in all required fields',
    phone_number: 'Enter a phone number',
    mobile_operator: 'Choose a mobile operator',
  })
  expect(await asked()).toEqual([])
})

test('ten passwords are tried in ten minutes, not eleven', async () => {
  const { send, asked } = await form()
  for (let nr = 0; nr < 10; nr++) expect((await send({ ...phone, password: `guess ${nr}` })).status).toBe(422)
  expect((await send(phone)).status).toBe(429)
  expect(await asked()).toEqual([])
}, 30_000)

test('a saved method is used without a password; another person’s is missing [T196]', async () => {
  const { send, asked } = await form()
  const { id: mine } = await phoneOf(db, owner.id)
  const { id: theirs } = await phoneOf(db, (await someDrive(db)).ownerId)
  expect((await send({ method: theirs })).status).toBe(404)
  expect((await send({ method: mine.toUpperCase() })).status).toBe(303)
  expect(await asked()).toHaveLength(1)
  expect((await send({ method: theirs }, remove as never)).status).toBe(404)
  expect((await send({ method: mine }, remove as never)).status).toBe(200)
  expect((await send({ method: mine, key: crypto.randomUUID() })).status).toBe(404)
})

test.each(bad.named(bad.badNumbers()))('amount %s is refused, or means what it says', async (_, amount) => {
  const { send, asked } = await form()
  const { status } = await send({ ...phone, amount, seen: '' })
  expect(status).toBe(422)
  expect(await asked()).toEqual([])
})

test.each(bad.named(bad.badPhones()))('phone %s is refused, or kept in the one spelling', async (_, number) => {
  const { send, asked } = await form()
  const { status } = await send({ ...phone, phone_number: number })
  expect([303, 422]).toContain(status)
  for (const { destination } of await asked())
    expect((destination as { phone: string }).phone).toMatch(/^\+254[17]\d{8}$/)
})

test.each(bad.named(bad.some(bad.badTexts())))('a bank called %s is refused, or kept as text', async (_, name) => {
  const { send, asked } = await form()
  const { status } = await send({ ...bank, bank_name: name })
  expect([303, 422]).toContain(status)
  expect(await asked()).toHaveLength(status === 303 ? 1 : 0)
})

test.each(bad.named(places.badIds()))('method %s is none', async (_, method) => {
  const { send, asked } = await form()
  expect([404, 422]).toContain((await send({ method })).status)
  expect(await asked()).toEqual([])
})

test('fields of the tables that no form has change nothing', async () => {
  const { send } = await form()
  const { headers } = await send({ ...bad.foreignFields, ...phone, net: '1', fee: '0', destination: '{}' })
  expect(headers.get('location')).toMatch(/payouts$/)
  const row = await db
    .selectFrom('payout_requests')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ status: 'processing', amount: 100_000, net: 95_000, user_id: owner.id, notes: '' })
})
