import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { knownLanguage } from '#app/kit/languages.ts'
import type { Words } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { publicAddress } from '#app/platform/settings.server.ts'
import { sendSms } from '#app/platform/sms/outbox.server.ts'

// Texts to phones when an administrator moves an account. A number unused for 90 days may be another person's by now.

/** Tells every phone of the account that its address is about to change. */
export async function tellPhonesOfMove(tx: Tx, userId: string, changeId: string): Promise<void> {
  const words = msg`Harambee: support is moving your account to another email address in 2 days. Did you not ask for it? Sign in now and cancel it.`
  for (const phone of await phonesInUse(tx, userId)) await text(tx, userId, phone, `move ${changeId} ${phone}`, words)
}

/** Tells the old phones that they don't open the account any more, and the new one how to sign in. */
export async function tellOfGivenPhone(tx: Tx, userId: string, { phone, old }: { phone: string; old: string[] }) {
  const host = new URL(publicAddress()).host
  const key = (one: string) => `given ${userId} ${one} ${Date.now()}`
  const gone = msg`Harambee: support moved your account from this number to another. Did you not ask for it? Write to support at once.`
  for (const one of old) await text(tx, userId, one, key(one), gone)
  await text(
    tx,
    userId,
    phone,
    key(phone),
    msg`Harambee: your account is with this number now. Sign in with a code: ${host}/auth/phone`,
  )
}

/** Returns the phones of the account that were used lately. */
export async function phonesInUse(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('user_phones')
    .where('user_id', '=', userId)
    .where('used_at', '>', sql<Date>`now() - interval '90 days'`)
    .select('phone')
    .execute()
  return rows.map(({ phone }) => phone)
}

async function text(tx: Tx, userId: string, phone: string, key: string, words: Words): Promise<void> {
  const user = await tx.selectFrom('users').where('id', '=', userId).select('language').executeTakeFirstOrThrow()
  const language = knownLanguage(user.language)
  await sendSms(tx, { key, phone, text: wordsIn(language, catalogues[language])._(words), money: false })
}
