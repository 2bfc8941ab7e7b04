import { decision } from '#app/admin/decision.server.ts'
import { decisionForm } from '#app/admin/decision-forms.ts'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { Refusal } from '#app/kit/says.ts'
import { codeField } from '#app/money/mpesa/claim-forms.ts'
import { closeReturned, explain, keepCode, returnSeenTo } from '#app/money/mpesa/returned.server.ts'
import { beginReturn, freeMoney } from '#app/money/mpesa/returns.server.ts'
import { reverses } from '#app/money/mpesa/reversals.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { beingSentBack, isFirst, notBeingSentBack } from './at-mpesa.server.ts'
import { notSent, sendingBack, sentBack, unplacedDeskTexts } from './desk.ts'

// Returns of money that nobody could place: M-Pesa is asked to reverse the payment, or an administrator sends it in M-Pesa's portal. From
// the decision on nobody places it; by hand they say afterwards that it was sent, or that it was not.

/** The decision to send it back: from here on it can't be placed. M-Pesa is asked, or only then the administrator goes to the portal. */
export const reserveReturn = decision({
  of: notBeingSentBack,
  act: 'suspense reserved',
  words: sendingBack,
  async run(tx, money, { by, why }) {
    if (await isFirst(tx, money, { value: 'back', by, why })) return 'first'
    const { id, amount, receipt } = money
    const isByMpesa = receipt !== null && reverses()
    await beginReturn(tx, id, isByMpesa ? 'waiting' : 'by hand', { by: by.id, why })
    const decided = { before: { state: 'open' }, after: { state: 'reserved', amount } }
    return isByMpesa ? { ...decided, says: unplacedDeskTexts.ordered } : decided
  },
})

/** The decision that it was not sent after all: it can be placed again. */
export const freeReturn = decision({
  of: beingSentBack,
  act: 'suspense freed',
  words: notSent,
  async run(tx, money, { by }) {
    await freeMoney(tx, money.id)
    await returnSeenTo(tx, money, by.id)
    return { before: { state: 'reserved' }, after: { state: 'open', amount: money.amount } }
  },
})

const sentBackForm = decisionForm.extend({ code: codeField })

/** Records what an administrator sent back in M-Pesa's portal. The code of the reversal is kept once. */
export const recordReturn = decision({
  of: beingSentBack,
  act: 'suspense sent back',
  words: sentBack,
  form: sentBackForm,
  async run(tx, money, { code, by, why }) {
    const came = await tx.selectFrom('mpesa_receipts').where('receipt', '=', code).select('receipt').executeTakeFirst()
    if (came) throw new Refusal(unplacedDeskTexts.codeCame, { status: 422, field: 'code' })
    if (!(await keepCode(tx, money.id, code)))
      throw new Refusal(unplacedDeskTexts.codeUsed, { status: 422, field: 'code' })
    const seen = await closeReturned(tx, money, { code, by: by.id, note: `${code} ${why}` })
    await recordSeen(tx, seen, { code, by })
    return { before: { state: 'reserved' }, after: { state: 'closed', amount: money.amount, code } }
  },
})

/** Closes the discrepancies that an earlier statement raised about this code: the administrator's record explains them. */
export async function explained(tx: Tx, { code, amount, by }: { code: string; amount: number; by: Actor }) {
  await recordSeen(tx, await explain(tx, { code, amount, by: by.id }), { code, by })
}

async function recordSeen(tx: Tx, discrepancies: number[], { code, by }: { code: string; by: Actor }): Promise<void> {
  for (const id of discrepancies)
    await record(tx, { by, act: 'break closed', noun: 'break', subject: id, after: { state: 'closed', code } })
}
