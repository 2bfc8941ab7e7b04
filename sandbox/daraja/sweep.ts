import { together } from '../database.ts'
import type { World } from './world.ts'

/** Forgets what is older than so many days of the pretend clock, in pieces, so that a demo that runs for long stays small. */
export async function sweep(world: World, days = 30, atOnce = 5000): Promise<void> {
  const old = `< (select to_timestamp($1::double precision / 1000) + clock_ahead_ms * interval '1 millisecond'
    from sandbox.daraja_state) - make_interval(days => $2)`
  const values = [world.now(), days, atOnce]
  const forget = (table: string, key: string, age: string, also = '') =>
    `delete from sandbox.daraja_${table} where ${key} in
      (select ${key} from sandbox.daraja_${table} where ${age} ${old} ${also} limit $3)`
  await world.pool().query(forget('callbacks', 'id', 'first_at'), values)
  await world.pool().query(forget('tokens', 'token', 'made_at'), values)
  await together(world, async (tx) => {
    await tx.query(forget('orders', 'conversation', 'made_at'), values)
    await tx.query(forget('prompts', 'checkout_id', 'created_at', `and state = 'ended'`), values)
    await tx.query(forget('transactions', 'receipt', 'at'), values)
    await tx.query(
      forget(
        'phones',
        'number',
        'used_at',
        `and not exists (select from sandbox.daraja_prompts p where p.phone = number)
         and not exists (select from sandbox.daraja_transactions t where t.phone = number)`,
      ),
      values,
    )
  })
  await world.pool().query('delete from sandbox.daraja_faults where times = 0')
}
