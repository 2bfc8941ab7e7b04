import { together } from '../database.ts'
import type { World } from './world.ts'

/** Forgets what is older than so many days of the pretend clock, in pieces, so that a demo that runs for long stays small. */
export async function sweep(world: World, days = 30, atOnce = 5000): Promise<void> {
  const old = `< (select to_timestamp($1::double precision / 1000) + clock_ahead_ms * interval '1 millisecond'
    from sandbox.paystack_state) - make_interval(days => $2)`
  const values = [world.now(), days, atOnce]
  const gone = `(select id from sandbox.paystack_webhooks where first_at ${old} limit $3)`
  await world.pool().query(`delete from sandbox.paystack_webhooks where id in ${gone}`, values)
  await together(world, async (tx) => {
    // Recipients stay: they are few, and the person who knows one may send to it years later.
    await tx.query(
      `delete from sandbox.paystack_transfers where id in
        (select id from sandbox.paystack_transfers where created_at ${old} limit $3)`,
      values,
    )
    await tx.query(
      `delete from sandbox.paystack_payments where id in (select id from sandbox.paystack_payments where created_at ${old}
        and not exists (select from sandbox.paystack_disputes where payment_id = paystack_payments.id
          and status <> 'resolved') limit $3)`,
      values,
    )
    await tx.query('delete from sandbox.paystack_faults where times = 0')
  })
}
