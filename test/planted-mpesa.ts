import type { Planted } from './planted.ts'

// Mistakes that a person could make where M-Pesa is asked: see planted.ts.

const adapter = 'app/platform/mpesa/daraja.server.ts'
const calls = 'app/platform/mpesa/calls.server.ts'
const token = 'app/platform/mpesa/token.server.ts'
const contract = 'app/platform/mpesa/daraja.test.ts'

export const plantedInMpesa: Planted[] = [
  {
    mistake: 'cents that are no whole shillings are sent as they are',
    file: adapter,
    is: ' || cents % 100 !== 0',
    becomes: '',
    tests: contract,
    fails: 'is not sent with 50 cents on top',
  },
  {
    mistake: 'what is said of another request counts for this one',
    file: adapter,
    is: `  if (said.CheckoutRequestID !== id) return unreadable('another request')\n`,
    becomes: '',
    tests: contract,
    fails: 'whose answer is of another request',
  },
  {
    mistake: 'a request counts as paid although the question about it was not accepted',
    file: adapter,
    is: `codeIn(said.ResponseCode) !== '0' || code`,
    becomes: 'code',
    tests: contract,
    fails: 'whose answer is that was not accepted',
  },
  {
    mistake: 'a request whose answer was lost is said not to have been sent',
    file: calls,
    is: `const doubt = isOrder ? 'unknown' : 'retry'`,
    becomes: `const doubt = 'retry'`,
    tests: contract,
    fails: 'whose answer is reset may be on the phone',
  },
  {
    mistake: 'the person who is late ends the token that was just made',
    file: token,
    is: '({ token }) => token !== refused',
    becomes: '() => false',
    tests: 'app/platform/mpesa/token.test.ts',
    fails: 'M12: the token dies in flight',
  },
  {
    mistake: 'processes make a token each',
    file: token,
    is: 'if (!(await locked(tx, name, early))) return undefined',
    becomes: '',
    tests: 'app/platform/mpesa/token.test.ts',
    fails: 'all callers of all processes use one token',
  },
  {
    mistake: 'live cards go beside a sandbox of M-Pesa',
    file: 'app/platform/postgres/unmixed-books.server.ts',
    is: '  if (mpesa && isRealMpesa(mpesa.baseUrl) !== isLiveKey(key)) throw new Error(noHalf)\n',
    becomes: '',
    tests: 'app/platform/postgres/unmixed-books.test.ts',
    fails: 'of two providers both move real money or neither does',
  },
  {
    mistake: 'an answer that names another question counts for this one',
    file: 'app/features/payments/phone/asks.server.ts',
    is: 'if (one.originator === null || one.originator === told.id) await heard',
    becomes: 'if (one.originator !== undefined) await heard',
    tests: 'app/features/payments/phone/asks.test.ts',
    fails: 'names another question',
  },
  {
    mistake: 'money that is only under way counts as arrived',
    file: 'app/features/payments/phone/asks.server.ts',
    is: 'if (!status.isDone || ',
    becomes: 'if (',
    tests: 'app/features/payments/phone/asks.test.ts',
    fails: 'says that it is under way',
  },
  {
    mistake: 'a charge is booked on top of the fee that is booked already',
    file: 'app/features/payments/phone/charges.server.ts',
    is: 'coalesce(p.provider_fee, s.provider_fee)',
    becomes: 'null::bigint',
    tests: 'app/features/payments/phone/statement.test.ts',
    fails: 'that is less than what was booked is corrected back',
  },
  {
    mistake: 'the fee of money whose charge came first is booked once more',
    file: 'app/features/payments/phone/charges.server.ts',
    is: 'if (lastLine === null) return',
    becomes: 'if (lastLine !== 0) return',
    tests: 'app/features/payments/phone/tariffs.test.ts',
    fails: 'are one, whichever comes first',
  },
  {
    mistake: 'the list is asked only for what is new since an hour',
    file: 'app/features/payments/phone/receipts.server.ts',
    is: 'const hours = 48',
    becomes: 'const hours = 1',
    tests: 'app/features/payments/phone/list-moves.test.ts',
    fails: 'names what is nearly 48 hours old',
  },
  {
    mistake: 'nobody is called for a paid request that the list lacks',
    file: 'app/features/payments/phone/receipts.server.ts',
    is: 'await lookForUnlisted(db, whole.provider)',
    becomes: '',
    tests: 'app/features/payments/phone/list-moves.test.ts',
    fails: 'lacks a request that is known to be paid',
  },
]
