import { expect, test } from 'vitest'
import { effortOf } from '#test/effort.ts'
import { promptTold } from './answers.ts'
import { payInTold } from './daraja.server.ts'
import { questions } from './questions.server.ts'
import { lister } from './receipts.server.ts'

// What a stranger posts, or a list says, is read in a moment, however it is made: 32 KB that a reader could stumble over again
// and again.

const most = 32 * 1024
const long = (piece: string) => piece.repeat(Math.floor((most - 600) / piece.length))
const bytes = (said: object) => new TextEncoder().encode(JSON.stringify(said))

const { readAnswer } = questions(async () => ({ is: 'said', said: {} }), { shortcode: '174379' })
const status = { Amount: 500, ReceiptNo: 'SKA1234567', TransactionStatus: 'Completed', CreditPartyName: '174379 - US' }
const answer = (items: object) => {
  const ResultParameter = Object.entries(items).map(([Key, Value]) => ({ Key, Value }))
  const Result = { OriginatorConversationID: 'AG-1', ResultCode: 0, ResultParameters: { ResultParameter } }
  return readAnswer(bytes({ Result }))
}
const payIn = { BusinessShortCode: '174379', TransAmount: '500.00', TransID: 'SKA1234567', TransTime: '20261123165500' }
const listed = (row: object) => {
  const rows = [{ transactionId: 'SKA1234567', trxDate: '2026-11-23 16:55:00', amount: '500.00', ...row }]
  const list = lister(async () => ({ is: 'said', said: { Response: rows } }), {
    shortcode: '174379',
    pullNumber: '254712345678',
    hearOrigin: 'http://localhost',
  })
  return list({ from: new Date(), to: new Date(), offset: 0 })
}
const stk = (items: object[], own: object = {}) =>
  promptTold(
    bytes({
      Body: { stkCallback: { CheckoutRequestID: 'ws_CO_1', ResultCode: 0, CallbackMetadata: { Item: items }, ...own } },
    }),
  )

const readers: Record<string, (text: string) => unknown> = {
  'who paid, in an answer': (text) => answer({ ...status, DebitPartyName: text }),
  'who was paid, in an answer': (text) => answer({ ...status, CreditPartyName: text }),
  'the moment of an answer': (text) => answer({ ...status, FinalisedTime: text }),
  'the sum of an answer': (text) => answer({ ...status, Amount: text }),
  'a balance': (text) => answer({ AccountBalance: text }),
  'the account of a payment': (text) => payInTold(bytes({ ...payIn, BillRefNumber: text })),
  'the number of a payer': (text) => payInTold(bytes({ ...payIn, MSISDN: text })),
  'the name of a payer': (text) => payInTold(bytes({ ...payIn, FirstName: text })),
  'the sum of a payment': (text) => payInTold(bytes({ ...payIn, TransAmount: text })),
  'a number in the list': (text) => listed({ msisdn: text }),
  'a moment in the list': (text) => listed({ trxDate: text }),
  'a name in the list': (text) => listed({ sender: text }),
  'the code of a request': (text) => stk([{ Name: 'MpesaReceiptNumber', Value: text }]),
  'the name of a request': (text) => stk([], { CheckoutRequestID: text }),
}
const pieces = [' ', '1', '1 ', '* ', '+', '123456 - ', ' -', '\t', '.', ',', '&', '|', 'A', '2026-11-23 ']

test.each(Object.entries(readers))('%s is read in a moment', async (_, read) => {
  for (const piece of pieces)
    for (const text of [long(piece), `123456${long(piece)}x`, `${long(piece)}-`]) {
      expect(await effortOf(() => read(text)), JSON.stringify(text.slice(0, 12))).toBeLessThan(500)
    }
})
