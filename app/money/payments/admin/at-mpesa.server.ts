import type { About } from '#app/admin/decision.server.ts'
import { askOrAgree, needsTwo } from '#app/base/approvals/approvals.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { clearingOf } from '#app/base/ledger/post.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { unplacedDeskTexts } from './desk.ts'

// Unplaced money that reached our Paybill: how it is found for the decisions of administrators.

export type MoneyAtMpesa = {
  id: number
  provider: string
  amount: number
  /** The money's number at the provider. */
  providerId: string
  receipt: string | null
  reservedAt: Date | null
  back: 'waiting' | 'unknown' | 'by hand' | null
}

/** Open money at M-Pesa. If two administrators decide at once, the second waits here, and is told that the first has decided. */
const atMpesa: About<number, MoneyAtMpesa> = {
  noun: 'suspense',
  at: ({ params }) => numberIn(params.money),
  async find(tx, id) {
    const money = await tx
      .selectFrom('suspense')
      .where('id', '=', id)
      .where('currency', '=', 'KES')
      .select([
        'id',
        'provider',
        'provider_tx_id as providerId',
        'amount',
        'state',
        'back',
        'reserved_at as reservedAt',
      ])
      .forUpdate()
      .executeTakeFirst()
    if (!money || clearingOf(money.provider) !== 'mpesa_clearing')
      throw new Refusal(unplacedDeskTexts.missing, { status: 404 })
    if (money.state !== 'open') throw new Refusal(unplacedDeskTexts.meanwhile)
    const known = tx.selectFrom('mpesa_receipts').where('suspense_id', '=', id).select('receipt')
    return { ...money, receipt: (await known.executeTakeFirst())?.receipt ?? null }
  },
  after: (tx) => tell(tx, 'office:desk'),
}

/** Open money at M-Pesa that an administrator is sending back by hand. */
export const beingSentBack: About<number, MoneyAtMpesa> = {
  ...atMpesa,
  async find(tx, id, by) {
    const money = await atMpesa.find(tx, id, by)
    if (!money.reservedAt) throw new Refusal(unplacedDeskTexts.notReserved)
    // M-Pesa was asked: only its answer ends this.
    if (money.back !== 'by hand') throw new Refusal(unplacedDeskTexts.goingBack)
    return money
  },
}

/** Open money at M-Pesa that is not being sent back: else it may be on its way already. */
export const notBeingSentBack: About<number, MoneyAtMpesa> = {
  ...atMpesa,
  async find(tx, id, by) {
    const money = await atMpesa.find(tx, id, by)
    if (money.reservedAt)
      throw new Refusal(money.back === 'by hand' ? unplacedDeskTexts.reserved : unplacedDeskTexts.goingBack)
    return money
  },
}

/** Keeps the first of two decisions on a sum above the operators' limit. Returns true then: nothing else changes yet. */
export async function isFirst(tx: Tx, { id, amount }: MoneyAtMpesa, word: { value: string; by: Actor; why: string }) {
  if (!(await needsTwo(tx, amount, word.by.id))) return false
  const { isAgreed } = await askOrAgree(tx, { about: 'unplaced', subject: String(id), ...word })
  return !isAgreed
}
