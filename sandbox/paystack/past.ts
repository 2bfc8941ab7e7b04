import type { Runs } from '../database.ts'
import { type Channel, feeOf, gatewaySays } from './outcomes.ts'
import { changeBalance } from './pay.ts'
import { numbered, type Scene } from './world.ts'

// What happened before anybody looked: example content was paid once, too. Nobody is told of it.

export type Past = { reference: string; email: string; amount: number; channel: Channel; at: Date }

/** A payment that came in at that moment. Says the provider's number of it and what the provider kept. */
export async function paidBefore(scene: Scene, runs: Runs, { reference, email, amount, channel, at }: Past) {
  const { id, code } = await numbered(scene, runs)
  const fees = feeOf(amount, channel)
  await runs.query(
    `insert into sandbox.paystack_payments (id, reference, access_code, email, amount, status, gateway_response, channel,
       paid_with, fees, webhook, created_at, expires_at, paid_at)
     values ($1, $2, $3, $4, $5, 'success', $6, $7, $8, $9, 'never', $10::timestamptz - interval '1 minute',
       $10::timestamptz + interval '29 minutes', $10)`,
    [id, reference, code, email, amount, gatewaySays.success, channel, JSON.stringify(paidWith[channel]), fees, at],
  )
  await changeBalance(runs, amount - fees)
  return { id, fees }
}

const paidWith: Record<Channel, { last4: string; bin: string; brand: string; bank: string }> = {
  mobile_money: { last4: '0000', bin: '071XXX', brand: 'M-pesa', bank: 'M-PESA' },
  card: { last4: '4081', bin: '408408', brand: 'visa', bank: 'TEST BANK' },
  bank_transfer: { last4: '0000', bin: '000XXX', brand: 'Pesalink', bank: 'Test Bank' },
}

/** Money that a person took out of the balance by hand. */
export const takenBefore = (runs: Runs, amount: number) => changeBalance(runs, -amount)
