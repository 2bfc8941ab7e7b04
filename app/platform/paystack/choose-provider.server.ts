import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { refuseMixedBooks } from '#app/platform/postgres/unmixed-books.server.ts'
import { useProvider } from '#app/platform/provider.server.ts'
import type { Settings } from '#app/platform/settings.server.ts'
import { type Paystack, paystack } from './paystack.server.ts'
import { keysInTurn } from './provider-keys.server.ts'
import { sandboxKey } from './sandbox-key.server.ts'

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
