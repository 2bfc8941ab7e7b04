import { type ReasonCode, reason } from '#app/kit/provider-reasons.ts'

// Why Paystack says that money did not move: what we have a code for. Anything else is kept as it was said.

const codes = new Map<string, ReasonCode>(
  Object.entries({
    'the account could not be credited': 'not_credited',
    'the transfer came back': 'came_back',
    'the otp was not given in time': 'otp_late',
    'your balance is not enough to fulfil this request': 'balance_low',
    'invalid account number': 'invalid_account_number',
    'account number is invalid': 'account_number_invalid',
    'the pin entered was wrong': 'pin_wrong',
    'the request was cancelled by the payer': 'cancelled_by_payer',
    'request cancelled by user': 'cancelled_by_user',
    'the payer did not answer in time': 'unanswered',
    'insufficient funds': 'insufficient',
    declined: 'declined',
    'do not honour': 'do_not_honour',
    'not a test card': 'no_test_card',
    'the request timed out': 'timed_out',
    'the transaction was not completed': 'not_completed',
  }),
)

/** However it is spelt. */
export function reasonFor(said: string): string {
  const code = codes.get(said.trim().replace(/\.$/, '').toLowerCase())
  return code ? reason(code) : said
}
