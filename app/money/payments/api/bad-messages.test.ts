import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { codesOf } from '#app/drives/codes/codes.server.ts'
import { registerUrls } from '#app/money/mpesa/callback-urls.server.ts'
import { listReceipts } from '#app/money/mpesa/receipts.server.ts'
import { sendRequest } from '#app/money/mpesa/requests.server.ts'
import { promptTold } from '#app/platform/mpesa/answers.ts'
import { payInAnswer, payInTold } from '#app/platform/mpesa/daraja.server.ts'
import { questions } from '#app/platform/mpesa/questions.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { openForms } from '#test/app-forms.ts'
import * as bad from '#test/bad-money.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { pretendRail, receiptOf } from '#test/pretend-rail.ts'
import { query } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'

// What strangers and a broken M-Pesa post to our secret addresses, through the whole app and read as Safaricom's words are
// read: each is answered, nothing is credited for it, and what is true is still heard afterwards.

const db = await testDatabase()
booksMustHold(() => db)
const { send, post } = openForms()

// Its words are the true ones, what it is asked is set here.
const { readAnswer } = questions(async () => ({ is: 'said', said: {} }), { shortcode: '174379' })
const rail = Object.assign(pretendRail(), {
  readPrompt: promptTold,
  readPayIn: payInTold,
  answerPayIn: payInAnswer,
  readAnswer,
})

const pathOf = (hearAt: string) => new URL(hearAt).pathname
const at = { request: '', question: '', validation: '', confirmation: '', nobody: '' }
let number: string
beforeAll(async () => {
  scriptedProvider()
  useMobileMoney(rail)
  const { slug, id } = await someDrive(db)
  number = (await codesOf(db, id)).number
  const key = crypto.randomUUID()
  await send(`/fundraiser/${slug}/donate`, { way: 'mpesa', amount: '500', phone: '0722000111', key })
  at.request = pathOf(rail.sent[0]!.hearAt)
  await registerUrls(db)
  at.validation = pathOf(rail.doorsAt[0]!.validation)
  at.confirmation = pathOf(rail.doorsAt[0]!.confirmation)
  await sendRequest(db, { what: 'status', subject: 'TKN0000001' }, (hearAt) =>
    rail.asking({ receipt: 'TKN0000001', hearAt }),
  )
  at.question = pathOf(rail.questions[0]!.hearAt)
  at.nobody = `/hooks/m/${randomBytes(32).toString('hex')}`
})

const standing = async () => {
  return (
    await query<object>`
    select (select string_agg(status, ' ') from payments) as payments, (select count(*)::int from donations) as gifts,
      (select count(*)::int from suspense) as unplaced, (select string_agg(state, ' ') from mpesa_prompts) as requests,
      (select count(*)::int from mpesa_receipts where state <> 'heard') as proved,
      (select string_agg(state, ' ') from mpesa_asks) as questions`
  )[0]
}
const waiting = { payments: 'pending', gifts: 0, unplaced: 0, requests: 'open', proved: 0, questions: 'open' }
const doors = ['request', 'question', 'validation', 'confirmation'] as const

describe.each(doors)('to the address of a %s', (door) => {
  test.each(bad.noMessages)('%s does no harm', async (_name, body) => {
    // M-Pesa is told that it was heard, so that it does not send it for ever.
    expect(await post(at[door], body)).toBe(200)
    expect(await standing()).toEqual(waiting)
  })

  test('33 KB are not read to their end', async () => {
    expect(await post(at[door], `{"Body":"${'x'.repeat(33 * 1024)}"}`)).toBe(413)
    expect(await standing()).toEqual(waiting)
  })
})

test.each(bad.noMessages)('to an address that is nobody’s, %s is not there', async (_name, body) => {
  expect(await post(at.nobody, body)).toBe(404)
})

const payIn = (own: object) =>
  JSON.stringify({
    TransactionType: 'Pay Bill',
    TransID: 'TKP0000001',
    TransTime: '20261123165500',
    TransAmount: '500.00',
    BusinessShortCode: '174379',
    BillRefNumber: number,
    MSISDN: '2547 ***** 126',
    FirstName: 'AMINA',
    ...own,
  })

test.each(bad.noAccounts)(
  'an account that is %s is no drive’s, and is taken in for the desk',
  async (_name, account) => {
    const body = payIn({ BillRefNumber: account })
    expect(await post(at.validation, body)).toBe(200)
    expect(await post(at.confirmation, body)).toBe(200)
    expect(await standing()).toEqual(waiting)
  },
)

test.each([
  ['nought', '0'],
  ['less than nothing', '-500'],
  ['a thousand million', '1e9'],
  ['a comma for a point', '5,00'],
  ['a number in place of text', 500],
  ['no number', 'NaN'],
  ['a list', [500]],
  ['an object', { valueOf: 500 }],
  ['too large', '9'.repeat(400)],
])('an amount that is %s credits nothing', async (_name, TransAmount) => {
  expect(await post(at.validation, payIn({ TransAmount }))).toBe(200)
  expect(await post(at.confirmation, payIn({ TransAmount }))).toBe(200)
  expect(await standing()).toEqual(waiting)
})

/** What is true, with its items shuffled and its numbers as text. */
const paid = (id: string, receipt: string) => ({
  Body: {
    stkCallback: {
      ResultDesc: 'The service request is processed successfully.',
      ResultCode: '0',
      CallbackMetadata: {
        Item: [
          { Name: 'PhoneNumber', Value: '254722000111' },
          { Name: 'MpesaReceiptNumber', Value: receipt },
          { Name: 'Balance' },
          { Name: 'Amount', Value: '500' },
        ],
      },
      CheckoutRequestID: id,
      MerchantRequestID: '29115-1',
    },
  },
})

test('after all of it the true message is heard, and the money counts once, on proof', async () => {
  const one = rail.sent[0]!
  const receipt = receiptOf(one, { receipt: 'TKQ0000001' })
  expect(await post(at.request, JSON.stringify(paid(one.id, receipt.receipt)))).toBe(200)
  expect(await standing()).toMatchObject({ payments: 'pending', gifts: 0 })
  rail.listed = [receipt]
  await listReceipts(db)
  expect(await standing()).toMatchObject({ payments: 'succeeded', gifts: 1, unplaced: 0 })
})
