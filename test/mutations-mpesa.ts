import type { Mutation } from './mutations.ts'

// Mistakes that a person could make where M-Pesa is asked: see mutations.ts.

const adapter = 'app/platform/mpesa/daraja.server.ts'
const calls = 'app/platform/mpesa/calls.server.ts'
const token = 'app/platform/mpesa/token.server.ts'

export const mutationsInMpesa: Mutation[] = [
  {
    mistake: 'cents that are no whole shillings are sent as they are',
    file: adapter,
    is: " || cents % 100 !== 0) return 'no whole shillings'",
    becomes: ") return 'no whole shillings'",
    test: 'T492',
    row: '50 cents on top',
  },
  {
    mistake: 'what is said of another request counts for this one',
    file: adapter,
    is: "  if (said.CheckoutRequestID !== id) return mpesaUnreadable('another request')\n",
    test: 'T493',
    row: 'of another request',
  },
  {
    mistake: 'a request counts as paid although the question about it was not accepted',
    file: adapter,
    is: "codeSaid(said.ResponseCode) !== '0' || code",
    becomes: 'code',
    test: 'T493',
    row: 'that was not accepted',
  },
  {
    mistake: 'a request whose answer was lost is said not to have been sent',
    file: calls,
    is: `const doubt = isOrder ? 'unknown' : 'retry'`,
    becomes: `const doubt = 'retry'`,
    test: 'T494',
    row: 'reset may be on the phone',
  },
  {
    mistake: 'the person who is late ends the token that was just made',
    file: token,
    is: '({ token }) => token !== refused',
    becomes: '() => false',
    test: 'T495',
  },
  {
    mistake: 'processes make a token each',
    file: token,
    is: 'if (!(await locked(tx, name, early))) return undefined',
    test: 'T496',
  },
  {
    mistake: 'live cards go beside a sandbox of M-Pesa',
    file: 'app/platform/paystack/choose-provider.server.ts',
    is: '  if (mpesa && isRealMpesa(mpesa.baseUrl) !== isLiveKey(key)) throw new Error(noHalf)\n',
    test: 'T497',
  },
  {
    mistake: 'an answer that names another question counts for this one',
    file: 'app/money/mpesa/requests.server.ts',
    is: 'if (one.originator === null || one.originator === told.id) await requestAnswered',
    becomes: 'if (one.originator !== undefined) await requestAnswered',
    test: 'T498',
    row: 'names another question',
  },
  {
    mistake: 'money that is only under way counts as arrived',
    file: 'app/money/mpesa/receipt-status.server.ts',
    is: 'if (!status.isDone || ',
    becomes: 'if (',
    test: 'T498',
    row: 'says that it is under way',
  },
  {
    mistake: 'a charge is booked on top of the fee that is booked already',
    file: 'app/money/mpesa/charges.server.ts',
    is: 'coalesce(p.provider_fee, s.provider_fee)',
    becomes: 'null::bigint',
    test: 'T499',
  },
  {
    mistake: 'the fee of money whose charge came first is booked once more',
    file: 'app/money/mpesa/charges.server.ts',
    is: 'if (lastLine === null) return',
    becomes: 'if (lastLine !== 0) return',
    test: 'T500',
  },
  {
    mistake: 'the list is asked only for what is new since an hour',
    file: 'app/money/mpesa/receipts.server.ts',
    is: 'const hours = 48',
    becomes: 'const hours = 1',
    test: 'T501',
  },
  {
    mistake: 'nobody is called for a paid request that the list lacks',
    file: 'app/money/mpesa/receipts.server.ts',
    is: 'await lookForUnlisted(db, whole.provider)',
    test: 'T502',
  },
]
