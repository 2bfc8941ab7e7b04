import type { Failure, Provider, Rail } from '#app/platform/provider.ts'
import { idSaid, objectIn, textIn } from '#app/platform/provider-says.ts'
import type { PaystackCaller } from './calls.server.ts'
import * as says from './says.ts'

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
