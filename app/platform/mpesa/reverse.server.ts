import type { MobileMoney, PhoneFailure } from '#app/platform/mobile-money.ts'
import { idIn, textIn } from '#app/platform/provider-says.ts'
import { type Caller, type GatewayFailure, unreadable } from './calls.server.ts'
import { codeIn } from './codes.ts'
import { type Initiator, noInitiator } from './questions.server.ts'

// Money back to the phone that it came from. Safaricom gives all of a payment back, and each payment once: whose answer was
// lost asks again, and is told that it was done before.

/** Their codes: it went back before; they know of no such payment. */
const [before, nowhere] = ['R000001', 'R000002']
/** Of what they call invalid only this is not ours to mend. */
const isOfPayment = /transaction ?id|amount|already been reversed/i

export const reverser =
  (call: Caller, { shortcode, initiator, credential }: Initiator): MobileMoney['reverse'] =>
  async ({ receipt, cents, hearAt }) => {
    if (!initiator || !credential) return noInitiator
    if (!Number.isSafeInteger(cents) || cents <= 0 || cents % 100 !== 0) return noShillings
    const body = {
      Initiator: initiator,
      SecurityCredential: credential,
      CommandID: 'TransactionReversal',
      TransactionID: receipt,
      Amount: cents / 100,
      ReceiverParty: shortcode,
      // As Safaricom spells it.
      RecieverIdentifierType: '11',
      ResultURL: hearAt,
      QueueTimeOutURL: hearAt,
      Remarks: 'Refund',
      Occasion: '',
    }
    const answer = await call({ part: 'reversal', path: '/mpesa/reversal/v1/request', body, isOrder: true })
    if (answer.is === 'failure') return refusalOf(answer)
    const { said } = answer
    const id = idIn(said.OriginatorConversationID)
    const code = codeIn(said.ResponseCode)
    if (code === '0') return id ? { is: 'taken', id } : unreadable('a reversal without an id', 'unknown')
    if (code === before || code === nowhere)
      return refusalOf({ is: 'failure', class: 'rejected', code, message: textIn(said.ResponseDescription) ?? code })
    return unreadable('a reversal that was not taken', 'unknown')
  }

const noShillings: PhoneFailure = {
  is: 'failure',
  class: 'rejected',
  code: 'not_sent',
  message: 'no whole shillings',
}

/** A refusal at once, in the words of their gateway or with a code of their own. */
function refusalOf(failure: GatewayFailure): { is: 'known' } | PhoneFailure {
  const { code, class: kind, message } = failure
  if (code === before) return { is: 'known' }
  if (code === nowhere || (kind === 'config' && isOfPayment.test(message))) return { ...failure, class: 'rejected' }
  return failure
}
