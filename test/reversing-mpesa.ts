import { receiveAnswer } from '#app/money/mpesa/requests.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { nextNr, pretendRail } from './pretend-rail.ts'

type End = { token: string; told: object }

/** M-Pesa as it is: a payment goes back once, and each order is told of its end at its own address. */
export function reversingMpesa() {
  const rail = pretendRail()
  const { capabilities } = rail
  rail.capabilities = () => ({ ...capabilities(), reverses: true })
  /** The code of each payment that went back, and the one under which it did. */
  const reversed = new Map<string, string>()
  const ends: End[] = []
  rail.reversing = async ({ receipt, hearAt }) => {
    const id = `AG-${nextNr()}`
    const isFirst = !reversed.has(receipt)
    const back = `SKY${receipt.slice(3)}`
    reversed.set(receipt, back)
    const end = isFirst ? { code: '0', receipt: back } : { code: 'R000001', receipt: null }
    ends.push({ token: hearAt.split('/').at(-1)!, told: { is: 'answer', id, ...end, status: null, held: null } })
    return { is: 'taken', id }
  }
  useMobileMoney(rail)
  return { rail, reversed, ends }
}

/** M-Pesa tells of the end of an order. */
export const tellEnd = (db: Db, { token, told }: End) =>
  receiveAnswer(db, token, new TextEncoder().encode(JSON.stringify(told)))
