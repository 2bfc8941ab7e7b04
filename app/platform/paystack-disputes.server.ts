import type { Caller } from './paystack-calls.server.ts'
import * as says from './paystack-says.ts'
import type { Failure, Provider } from './provider.ts'

// Disputes at Paystack: how one stands, and our answer to it.

type Answer = Parameters<Provider['answerDispute']>[0]

export const disputes = (call: Caller): Pick<Provider, 'dispute' | 'answerDispute'> => ({
  async dispute(extId) {
    const answer = await call({ name: 'dispute', path: `/dispute/${encodeURIComponent(extId)}` })
    if (answer.is === 'failure') return says.isMissing(answer) ? says.missing : answer
    const dispute = says.disputeIn(answer.data)
    return 'is' in dispute ? dispute : { is: 'dispute', ...dispute }
  },
  async answerDispute(what) {
    const { extId, resolution, message, amountCents } = what
    const evidence = resolution === 'declined' ? await evidenceOf(call, what) : undefined
    if (evidence?.is === 'failure') return evidence
    const answer = await call({
      ...{ name: 'resolve dispute', method: 'PUT', path: `/dispute/${encodeURIComponent(extId)}/resolve` },
      body: {
        ...{ resolution, message, refund_amount: resolution === 'declined' ? 0 : amountCents },
        ...(evidence?.id ? { evidence: evidence.id } : {}),
      },
    })
    return answer.is === 'failure' ? answer : { is: 'answered' }
  },
})

async function evidenceOf(
  call: Caller,
  { extId, message, payer }: Answer,
): Promise<{ is: 'evidence'; id?: unknown } | Failure> {
  const answer = await call({
    ...{ name: 'evidence', method: 'POST', path: `/dispute/${encodeURIComponent(extId)}/evidence` },
    body: {
      ...{ customer_email: payer.email, customer_name: payer.name, service_details: message },
      // Nobody who gives tells us a number.
      customer_phone: 'not known',
    },
  })
  if (answer.is === 'failure') return answer
  return { is: 'evidence', id: says.objectIn(answer.data).id }
}
