import type { Failure, Provider, Rail } from '#app/platform/providers/provider.ts'
import { idSaid, objectIn, type ProviderSaid, textIn } from '#app/platform/providers/provider-answer.ts'
import * as says from './answers.ts'
import type { PaystackCaller } from './calls.server.ts'

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

type Banks = Exclude<Awaited<ReturnType<Provider['banks']>>, Failure>

const rails: Record<string, Rail> = { kepss: 'bank', mobile_money: 'mobile_money' }
const fresh = 24 * 3600 * 1000

/** Fetches the list once a day; simultaneous callers share one request, and an old list is better than none. */
export function bankList(call: PaystackCaller, now: () => Date): Provider['banks'] {
  let kept: { banks: Banks; at: number } | undefined
  let asking: ReturnType<Provider['banks']> | undefined
  const ask = async () => {
    const answer = await call({ name: 'banks', path: '/bank?currency=KES&perPage=100' })
    const banks = answer.is === 'failure' ? answer : banksIn(answer.data)
    if (banks.is === 'failure') return kept?.banks ?? banks
    kept = { banks, at: now().getTime() }
    return banks
  }
  return async () => {
    if (kept && now().getTime() - kept.at < fresh) return kept.banks
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
}

function banksIn(data: unknown): Banks | Failure {
  if (!Array.isArray(data)) return says.paystackUnreadable('a list of banks')
  const banks = data.map(objectIn).flatMap((one) => {
    const [code, name, rail] = [idSaid(one.code), textIn(one.name), rails[String(one.type)]]
    return code && name && rail && one.active !== false ? [{ code, name, rail, id: idSaid(one.id) }] : []
  })
  return { is: 'banks', banks }
}
