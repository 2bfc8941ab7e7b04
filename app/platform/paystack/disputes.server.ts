import type { Failure, Provider } from '#app/platform/providers/provider.ts'
import { nameSaid, objectIn, textIn } from '#app/platform/providers/provider-answer.ts'
import * as says from './answers.ts'
import type { PaystackCaller } from './calls.server.ts'
import type { PutFile } from './upload.server.ts'

// Disputes at Paystack: their state, and our answer to them.

type Answer = Parameters<Provider['answerDispute']>[0]

const pathOf = (extId: string, what = '') => `/dispute/${encodeURIComponent(extId)}${what}`

export const disputes = (call: PaystackCaller, put: PutFile): Pick<Provider, 'dispute' | 'answerDispute'> => ({
  async dispute(extId) {
    const answer = await call({ name: 'dispute', path: pathOf(extId) })
    if (answer.is === 'failure') return says.isMissing(answer) ? says.missing : answer
    const dispute = says.disputeIn(answer.data)
    return 'is' in dispute ? dispute : { is: 'dispute', ...dispute }
  },
  async answerDispute(what) {
    const { extId, resolution, message, amountCents } = what
    const file = await attach(call, put, what)
    if (file.is === 'failure') return notTold(file)
    const evidence = resolution === 'declined' ? await evidenceOf(call, what) : undefined
    if (evidence?.is === 'failure') return notTold(evidence)
    const answer = await call({
      name: 'resolve dispute',
      method: 'PUT',
      path: pathOf(extId, '/resolve'),
      body: {
        resolution,
        message,
        refund_amount: resolution === 'declined' ? 0 : amountCents,
        uploaded_filename: file.name,
        ...(evidence?.id ? { evidence: evidence.id } : {}),
      },
    })
    return answer.is === 'failure' ? answer : { is: 'answered' }
  },
})

/** Makes an unknown failure retryable: the steps before the answer decide nothing, so all of them can be repeated. */
const notTold = (failure: Failure): Failure => (failure.class === 'unknown' ? { ...failure, class: 'retry' } : failure)

/** Puts the file at Paystack's address, and returns Paystack's name for it: no answer is accepted without a file. */
async function attach(
  call: PaystackCaller,
  put: PutFile,
  { extId, document: { name, type, body } }: Answer,
): Promise<{ is: 'file'; name: string } | Failure> {
  const asked = new URLSearchParams({ upload_filename: name })
  const answer = await call({ name: 'upload url', path: pathOf(extId, `/upload_url?${asked}`) })
  if (answer.is === 'failure') return answer
  const said = objectIn(answer.data)
  const [url, theirs] = [textIn(said.signedUrl), nameSaid(said.fileName)]
  if (!url || !theirs) return says.paystackUnreadable('where to put a file')
  const done = await put(url, { type, body })
  return done.is === 'failure' ? done : { is: 'file', name: theirs }
}

async function evidenceOf(
  call: PaystackCaller,
  { extId, message, payer }: Answer,
): Promise<{ is: 'evidence'; id?: unknown } | Failure> {
  const answer = await call({
    name: 'evidence',
    method: 'POST',
    path: pathOf(extId, '/evidence'),
    body: {
      customer_email: payer.email,
      customer_name: payer.name,
      service_details: message,
      // A required field. Givers don't tell us their number, but they may have told Paystack.
      customer_phone: (await phoneOf(call, extId)) ?? 'not known',
    },
  })
  if (answer.is === 'failure') return answer
  return { is: 'evidence', id: objectIn(answer.data).id }
}

/** Returns the payer's number at Paystack; undefined without an answer. */
async function phoneOf(call: PaystackCaller, extId: string): Promise<string | undefined> {
  const answer = await call({ name: 'dispute', path: pathOf(extId) })
  if (answer.is === 'failure') return undefined
  const dispute = objectIn(answer.data)
  const payers = [dispute, objectIn(dispute.transaction)].map(({ customer }) => objectIn(customer))
  const numbers = payers.flatMap((payer) => [payer.international_format_phone, payer.phone])
  return numbers.map(nameSaid).find((one) => one && /\d{6}/.test(one.replace(/\D/g, '')))
}
