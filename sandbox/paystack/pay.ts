import { type Runs, together } from '../database.ts'
import { type Channel, feeOf, gatewaySays, type Outcome } from './outcomes.ts'
import { type Payment, paymentOf, shown } from './payments.ts'
import { tellProduct } from './webhooks.ts'
import { later, type Scene } from './world.ts'

// What becomes of a payment once the payer has pressed the button.

export type Attempt = { channel: Channel; paidWith: Payment['paid_with']; outcome: Outcome }

/**
 * Tries to pay. The row is locked, so of two presses of the button one pays and the other sees that. Says what the
 * payment is afterwards and which webhooks are to arrive before the payer does.
 */
export const attempt = (scene: Scene, accessCode: string, { channel, paidWith, outcome }: Attempt) =>
  together(scene.world, async (tx): Promise<{ payment: Payment; first: string[] }> => {
    const payment = (await paymentOf(tx, 'access_code', accessCode, 'for update'))!
    if (payment.status !== 'abandoned' && payment.status !== 'failed') return { payment, first: [] }
    if (payment.expires_at <= scene.now) return { payment, first: [] }
    const { next } = outcome
    await tx.query(
      `update sandbox.paystack_payments set channel = $2, paid_with = $3, webhook = $4, status = $5,
         gateway_response = $6, waits_until = $7 where id = $1`,
      [
        payment.id,
        channel,
        JSON.stringify(paidWith),
        outcome.told,
        outcome.is === 'success' ? 'ongoing' : outcome.is,
        outcome.why ? gatewaySays[outcome.why] : 'The payer was asked',
        outcome.is === 'ongoing' && next ? later(scene, next.after) : null,
      ],
    )
    if (next)
      await tx.query(
        `insert into sandbox.paystack_later (due_at, noun, subject, becomes, why) values ($1, 'payment', $2, $3, $4)`,
        [later(scene, next.after), payment.id, next.is, next.why ?? null],
      )
    const told = outcome.is === 'success' ? await succeed(scene, tx, payment.id) : []
    const now = (await paymentOf(tx, 'id', payment.id))!
    return { payment: now, first: outcome.told === 'before' ? told : [] }
  })

/** The money is in: fee kept, balance up, and the product is told. One that is paid already stays as it is. */
export async function succeed(scene: Scene, tx: Runs, id: string): Promise<string[]> {
  const payment = await paymentOf(tx, 'id', id, 'for update')
  if (!payment || payment.status === 'success' || payment.status === 'reversed') return []
  const fees = feeOf(payment.amount, payment.channel ?? 'mobile_money')
  await tx.query(
    `update sandbox.paystack_payments set status = 'success', gateway_response = $2, fees = $3, paid_at = $4,
       waits_until = null where id = $1`,
    [id, gatewaySays.success, fees, scene.now],
  )
  await changeBalance(tx, payment.amount - fees)
  if (payment.webhook === 'never') return []
  const paid = (await paymentOf(tx, 'id', id))!
  const event = { event: 'charge.success', data: shown(scene.seed, paid) }
  return tellProduct(scene, tx, id, event, payment.webhook === 'five' ? 5 : 1)
}

/** A payer who never answered. Whatever was paid meanwhile stays paid. */
export async function fail(tx: Runs, id: string, why: string | null): Promise<void> {
  await tx.query(
    `update sandbox.paystack_payments set status = 'failed', gateway_response = $2, waits_until = null
     where id = $1 and status = 'ongoing'`,
    [id, gatewaySays[(why ?? 'declined') as keyof typeof gatewaySays]],
  )
}

/** The payer went away without paying. */
export const cancel = (scene: Scene, accessCode: string) =>
  scene.world.pool().query(
    `update sandbox.paystack_payments set status = 'abandoned', waits_until = null
     where access_code = $1 and status in ('ongoing', 'failed')`,
    [accessCode],
  )

export const changeBalance = (tx: Runs, by: number) =>
  tx.query('update sandbox.paystack_state set balance = balance + $1', [by])
