import { textOf } from '../bodies.ts'
import { all, one, together } from '../database.ts'
import { faultProblem, type NewFault } from '../faults.ts'
import { type Controls, done, refused } from '../steering.ts'
import { callbackFaults, callbackKinds } from './callback-faults.ts'
import { deliverDue, tellAgain } from './callbacks.ts'
import { callFaults, faults, listFaults } from './faults.ts'
import { endpoints } from './lines.ts'
import { move } from './money.ts'
import { payByHand, typedPayment } from './paybill.ts'
import { forge, type Press, press } from './paying.ts'
import { usedPhone } from './phones.ts'
import { push } from './prompts.ts'
import { reverseOwn } from './reversals.ts'
import { statement } from './statement.ts'
import { endTokens } from './tokens.ts'
import { phoneOf, type Scene, stampOf } from './world.ts'

// What tests and people on this machine can make the pretend M-Pesa do. Each answers JSON.

/** By path below /__sandbox/. */
export const controls: Controls<Scene> = {
  faults: async ({ world }, body) => {
    const problem = problemWith(body)
    return problem ? refused(problem) : done(await faults.add(world.pool(), body as NewFault))
  },
  'faults/clear': async ({ world }) => done({ cleared: Boolean(await faults.clear(world.pool())) }),
  'token/end': async (scene) => done({ ended: Boolean(await endTokens(scene, scene.world.pool())) }),
  forge: async (scene, { checkout, code = 0, shillings, receipt }) => {
    if (!Number.isSafeInteger(code)) return refused('code is a whole number')
    if (shillings !== undefined && !Number.isSafeInteger(shillings)) return refused('shillings is a whole number')
    const said = {
      ...(shillings ? { amount: Number(shillings) * 100 } : {}),
      ...(receipt ? { receipt: String(receipt) } : {}),
    }
    const known = await forge(scene, textOf(checkout) ?? '', code as number, said)
    return known ? done({ forged: true }) : refused('there is no such prompt')
  },
  again: async (scene, { subject }) => {
    const sent = await tellAgain(scene, textOf(subject) ?? '')
    return sent ? done({ sent }) : refused('nothing was posted about that')
  },
  clock: async (scene, { advanceMs, aheadMs }) => {
    const way = Number.isSafeInteger(aheadMs) ? 'aheadMs' : Number.isSafeInteger(advanceMs) ? 'advanceMs' : undefined
    if (!way) return refused('advanceMs or aheadMs is a whole number of milliseconds')
    await scene.world
      .pool()
      .query(
        'update sandbox.daraja_state set clock_ahead_ms = $1::bigint + case when $2 then clock_ahead_ms else 0 end',
        [way === 'aheadMs' ? aheadMs : advanceMs, way === 'advanceMs'],
      )
    scene.world.onDue()
    return done(await state(scene))
  },
  settings: async (scene, { seed, validates, balanceOff }) => {
    if (balanceOff !== undefined && !Number.isSafeInteger(balanceOff))
      return refused('balanceOff is a whole number of cents')
    if (validates !== undefined && typeof validates !== 'boolean') return refused('validates is true or false')
    await scene.world
      .pool()
      .query(
        'update sandbox.daraja_state set seed = coalesce($1, seed), validates = coalesce($2, validates), balance_off = coalesce($3, balance_off)',
        [textOf(seed) ?? null, validates ?? null, balanceOff ?? null],
      )
    return done(await state(scene))
  },
  reset: async (scene, { seed }) => {
    await reset(scene, textOf(seed))
    return done(await state(scene))
  },
  tick: async ({ world }) => done({ delivered: await deliverDue(world) }),
  phone: async (scene, { number, balance, isOn }) => {
    const phone = phoneOf(textOf(number) ?? '')
    if (!phone) return refused('number is a Kenyan mobile number')
    if (balance !== undefined && !(Number.isSafeInteger(balance) && (balance as number) >= 0))
      return refused('balance is a whole number of cents, from 0')
    if (isOn !== undefined && typeof isOn !== 'boolean') return refused('isOn is true or false')
    return done(
      await together(scene.world, async (tx) => {
        await usedPhone(scene, tx, phone)
        await tx.query(
          `update sandbox.daraja_phones set balance = coalesce($2, balance), is_on = coalesce($3, is_on) where number = $1`,
          [phone, balance ?? null, isOn ?? null],
        )
        return usedPhone(scene, tx, phone)
      }),
    )
  },
  prompt: async (
    scene,
    { phone, shillings = 500, account = 'HEAL7K2Q', hearAt = 'https://harambee.example/hooks' },
  ) => {
    const { shortcode, passkey } = scene.world.keys()
    const number = phoneOf(textOf(phone) ?? '')
    const Timestamp = stampOf(scene.now)
    const { status, body } = await push(scene, {
      BusinessShortCode: shortcode,
      Password: Buffer.from(`${shortcode}${passkey}${Timestamp}`).toString('base64'),
      Timestamp,
      TransactionType: 'CustomerPayBillOnline',
      Amount: shillings,
      PartyA: number,
      PartyB: shortcode,
      PhoneNumber: number,
      CallBackURL: hearAt,
      AccountReference: account,
      TransactionDesc: 'By hand',
    })
    return { status, body }
  },
  pay: async (scene, { phone, ...typed }) => {
    const number = phoneOf(textOf(phone) ?? '')
    if (!number) return refused('phone is a Kenyan mobile number')
    const { shortcode } = scene.world.keys()
    const given: Record<string, unknown> = { number: shortcode, pin: '1234', ...typed }
    const payment = typedPayment((name) => (given[name] === undefined ? undefined : String(given[name])))
    return typeof payment === 'string' ? refused(`${payment} is wrong`) : done(await payByHand(scene, number, payment))
  },
  reverse: async (scene, { receipt }) => {
    const reversed = await reverseOwn(scene, textOf(receipt) ?? '')
    return 'why' in reversed ? refused(`it is not reversed: ${reversed.why}`) : done(reversed)
  },
  statement: async (scene, { shortcode }) =>
    done({ csv: await statement(scene, textOf(shortcode) ?? scene.world.keys().shortcode) }),
  'top-up': async (scene, { cents, shortcode }) => {
    if (!Number.isSafeInteger(cents) || cents === 0) return refused('cents is a whole number, below 0 for a settlement')
    const to = textOf(shortcode) ?? scene.world.keys().b2cShortcode
    const way = (cents as number) > 0 ? 'top-up' : 'settlement'
    return done(await together(scene.world, (tx) => move(scene, tx, { way, shortcode: to, amount: cents as number })))
  },
  'register/clear': async ({ world }) => {
    await world
      .pool()
      .query('update sandbox.daraja_accounts set response_type = null, validation_url = null, confirmation_url = null')
    return done({ cleared: true })
  },
  press: async (scene, { number, pin, cancel, runOut }) => {
    const phone = phoneOf(textOf(number) ?? '')
    if (!phone) return refused('number is a Kenyan mobile number')
    const pressed = textOf(pin)
    const what: Press | undefined = pressed ? { pin: pressed } : cancel ? 'cancel' : runOut ? 'run-out' : undefined
    if (!what) return refused('a press is a pin, cancel or runOut')
    const code = await press(scene, phone, what)
    return code === undefined ? refused('nothing waits on this phone') : done({ code })
  },
}

const problemWith = (body: Record<string, unknown>) =>
  faultProblem(body, {
    names: (endpoint) =>
      callbackKinds.includes(endpoint)
        ? callbackFaults
        : endpoint === 'list'
          ? [...callFaults, ...listFaults]
          : callFaults,
    endpoints: callbackKinds.includes(String(body.endpoint)) ? new Set(callbackKinds) : endpoints,
    others: callbackKinds.join(', '),
  })

/** What it knows, in figures. */
export async function state({ world }: Scene) {
  const pool = world.pool()
  const row = await one<{ seed: string; ahead: number }>(
    pool,
    'select seed, clock_ahead_ms::float8 as ahead from sandbox.daraja_state',
  )
  const counts = await all<{ what: string; status: string; n: number }>(
    pool,
    `select 'prompts' as what, coalesce(code::text, 'open') as status, count(*)::float8 as n
       from sandbox.daraja_prompts group by 2
     union all select 'transactions', way, count(*)::float8 from sandbox.daraja_transactions group by way
     union all select 'callbacks', coalesce(status::text, state), count(*)::float8 from sandbox.daraja_callbacks group by 2
     order by 1, 2`,
  )
  const accounts = await all<{ shortcode: string; utility: number; working: number; charges: number }>(
    pool,
    `select shortcode, utility::float8 as utility, working::float8 as working, charges::float8 as charges
     from sandbox.daraja_accounts order by shortcode`,
  )
  const of: Record<string, Record<string, number>> = {}
  for (const { what, status, n } of counts) of[what] = { ...of[what], [status]: n }
  const { seed, ahead } = row!
  return {
    now: new Date(world.now() + ahead).toISOString(),
    seed,
    aheadMs: ahead,
    accounts,
    faults: await faults.list(pool),
    ...of,
  }
}

/** Forgets everything; with a seed, what comes follows from it alone. */
async function reset({ world }: Scene, seed: string | undefined) {
  const tables = ['faults', 'orders', 'later', 'callbacks', 'prompts', 'transactions', 'phones', 'accounts', 'tokens']
  for (const table of tables) await world.pool().query(`delete from sandbox.daraja_${table}`)
  await world.pool().query(`delete from sandbox.sms where sender = 'M-PESA'`)
  await world.pool().query(
    `update sandbox.daraja_state set clock_ahead_ms = 0, validates = false, balance_off = 0, seed = coalesce($1, seed),
       numbers_from = case when $1 is null then numbers_from else last_number end,
       calls_from = case when $1 is null then calls_from else last_call end
     from (select (select case when is_called then last_value else 0 end from sandbox.daraja_numbers) as last_number,
       (select case when is_called then last_value else 0 end from sandbox.daraja_calls) as last_call) as counted`,
    [seed ?? null],
  )
}
