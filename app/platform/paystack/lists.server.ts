import type { Failure, Provider } from '#app/platform/provider.ts'
import { idSaid, objectIn, type ProviderSaid, textIn } from '#app/platform/provider-says.ts'
import type { PaystackCaller } from './calls.server.ts'
import * as says from './says.ts'

// Paystack's lists, to be compared with our books: transfers, refunds and disputes of some days, a page at a time.

type Asked = Parameters<Provider['listTransfers']>[0]
const perPage = 100

export const lists = (call: PaystackCaller): Pick<Provider, 'listTransfers' | 'refundsBetween' | 'listDisputes'> => ({
  async listTransfers(asked) {
    const page = await pageOf(call, 'transfers', '/transfer', asked, (said) => {
      const facts = says.transferIn(said)
      const [reference, amount] = [textIn(said.reference), says.centsSaid(said.amount)]
      return 'is' in facts || !reference || amount === undefined ? undefined : { ...facts, reference, amount }
    })
    return page.is === 'failure' ? page : { is: 'transfers', transfers: page.rows, next: page.next }
  },
  async refundsBetween(asked) {
    const page = await pageOf(call, 'refunds', '/refund', asked, (said) => {
      const facts = says.refundIn(said)
      const providerId = idSaid(said.transaction) ?? idSaid(objectIn(said.transaction).id)
      return 'is' in facts || !providerId ? undefined : { ...facts, providerId }
    })
    return page.is === 'failure' ? page : { is: 'refunds', refunds: page.rows, next: page.next }
  },
  async listDisputes(asked) {
    const page = await pageOf(call, 'disputes', '/dispute', asked, (said) => {
      const facts = says.disputeIn(said)
      return 'is' in facts ? undefined : facts
    })
    return page.is === 'failure' ? page : { is: 'disputes', disputes: page.rows, next: page.next }
  },
})

/** Reads a page. Unreadable rows are left out: the list is for comparison, and a missing row becomes a discrepancy. */
async function pageOf<Row>(
  call: PaystackCaller,
  name: string,
  path: string,
  { from, to, page }: Asked,
  read: (said: ProviderSaid) => Row | undefined,
): Promise<{ is: 'page'; rows: Row[]; next: number | null } | Failure> {
  const asked = { perPage: String(perPage), page: String(page), from: from.toISOString(), to: to.toISOString() }
  const answer = await call({ name, path: `${path}?${new URLSearchParams(asked)}` })
  if (answer.is === 'failure') return answer
  if (!Array.isArray(answer.data)) return says.paystackUnreadable(`a list of ${name}`)
  const rows = answer.data.map((one) => read(objectIn(one))).filter((one) => one !== undefined)
  const pages = objectIn(answer.meta).pageCount
  const isLast = typeof pages === 'number' ? page >= pages : answer.data.length < perPage
  return { is: 'page', rows, next: isLast || answer.data.length === 0 ? null : page + 1 }
}
