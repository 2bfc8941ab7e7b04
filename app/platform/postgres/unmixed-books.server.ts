import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { isRealMpesa } from '#app/platform/mpesa/mpesa-settings.server.ts'
import { isLiveKey } from '#app/platform/paystack/payment-settings.server.ts'
import { keysInTurn } from '#app/platform/paystack/provider-keys.server.ts'

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
