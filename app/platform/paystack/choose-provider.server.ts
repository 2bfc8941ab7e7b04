import { createHash } from 'node:crypto'
import type { Pool, QueryResultRow } from 'pg'
import { isRealMpesa } from '#app/platform/mpesa/mpesa-settings.server.ts'
import { useProvider } from '#app/platform/providers/provider.server.ts'
import type { Settings } from '#app/platform/settings/settings.server.ts'
import { isLiveKey } from './payment-settings.server.ts'
import { type Paystack, paystack } from './paystack.server.ts'
import { sandboxKey } from './pretended-paystack.server.ts'

/** Paystack retries webhooks for 72 hours, signed with the key of the first attempt. */
const oldKeyHours = 96

type Own = Pick<
  Settings,
  'pretends' | 'mpesa' | 'PAYSTACK_SECRET_KEY' | 'PAYSTACK_OLD_SECRET_KEY' | 'PAYSTACK_URL' | 'AUTH_SECRET'
>

/** Sets up Paystack by the settings, or the built-in sandbox at this address of ours, both with the same code. */
export async function chooseProvider(pool: Pool, settings: Own, sandbox: string): Promise<void> {
  const { PAYSTACK_SECRET_KEY: key, PAYSTACK_OLD_SECRET_KEY: old, PAYSTACK_URL: baseUrl } = settings
  const chosen: Paystack = settings.pretends
    ? { key: sandboxKey(settings.AUTH_SECRET!), baseUrl: sandbox }
    : { key: key!, baseUrl }
  await refuseMixedBooks(pool, chosen.key, settings.mpesa)
  const until = await oldKeyUntil(pool, chosen.key)
  useProvider(paystack({ ...chosen, oldKeys: old && old !== chosen.key ? [{ key: old, until }] : [] }))
}

/**
 * Returns until when the previous key's signatures are accepted. The time counts from the first start with this key,
 * which the database stores: another start does not extend it.
 */
export async function oldKeyUntil(pool: Pool, key: string): Promise<Date> {
  const fingerprint = createHash('sha256').update(`harambee ${key}`).digest('hex')
  const rows = await keysInTurn<{ until: Date }>(
    pool,
    `with latest as (select * from provider_keys where provider = 'paystack' order by id desc limit 1),
      added as (insert into provider_keys (provider, fingerprint)
        select 'paystack', $1 where not exists (select from latest where fingerprint = $1) returning since)
    select since + make_interval(hours => $2) as until from added
      union all select since + make_interval(hours => $2) from latest where fingerprint = $1`,
    [fingerprint, oldKeyHours],
  )
  return rows[0]!.until
}

// Data made for a laptop must not be used where money is real. Checked at each start.

const noMix =
  'This database holds pretended payments, and PAYSTACK_SECRET_KEY or DARAJA_KEY moves real money: what was only pretended could be withdrawn for real. Start with a new database (another DATABASE_URL or DATA_DIR), or without the live key.'
const noHalf =
  'One of PAYSTACK_SECRET_KEY and DARAJA_KEY moves real money and the other does not: what was only pretended could be withdrawn for real. Use live keys of both, or of neither.'
const noExamples =
  'This database has the example people, whose password everybody knows, and one of them is an administrator. Start with a new database (another DATABASE_URL or DATA_DIR), or set HARAMBEE_DEMO=1.'

/**
 * Refuses a live key of either provider in books that a sandbox or a test key has written to. The database stores the
 * kind of the last key; books without money may change over.
 */
export async function refuseMixedBooks(pool: Pool, key: string, mpesa?: { baseUrl: string }): Promise<void> {
  if (mpesa && isRealMpesa(mpesa.baseUrl) !== isLiveKey(key)) throw new Error(noHalf)
  const kind = isLiveKey(key) ? 'live' : 'pretended'
  const fingerprint = createHash('sha256').update(`harambee ${key}`).digest('hex')
  const rows = await keysInTurn<{ mixed: boolean }>(
    pool,
    `with latest as (select provider as kind from provider_keys
        where provider in ('live', 'pretended') order by id desc limit 1),
      found as (select $1::text = 'live' and exists (select from latest where kind = 'pretended')
        and exists (select from payments where status = 'succeeded') as mixed),
      added as (insert into provider_keys (provider, fingerprint)
        select $1::text, $2 from found where not mixed and not exists (select from latest where kind = $1::text))
    select mixed from found`,
    [kind, fingerprint],
  )
  if (rows[0]!.mixed) throw new Error(noMix)
}

/** Refuses the example people on a server for the public. */
export async function refuseExamples(pool: Pool): Promise<void> {
  const { rowCount } = await pool.query("select from user_roles where granted_by = 'example' limit 1")
  if (rowCount) throw new Error(noExamples)
}

/**
 * Runs a statement on the table of used keys, one process after the other. The lock has a statement of its own: a
 * statement that waits for the lock itself would continue with the rows from before the wait.
 */
async function keysInTurn<Row extends QueryResultRow>(pool: Pool, text: string, values: unknown[]): Promise<Row[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('provider_keys'))")
    const { rows } = await client.query<Row>(text, values)
    await client.query('commit')
    client.release()
    return rows
  } catch (error) {
    // A connection in the middle of a transaction is not reused.
    client.release(true)
    throw error
  }
}
