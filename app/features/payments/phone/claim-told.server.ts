import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { fits } from '#app/kit/gsm7.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { publicAddress } from '#app/platform/settings.server.ts'
import { sendAllSms } from '#app/platform/sms/outbox.server.ts'
import { claimPath } from './claim.ts'
import { payPath } from './prompt.ts'

type Told = {
  id: number
  receipt: string
  phone: string
  slug: string
  reference: string | null
  language: string | null
}

/**
 * Nothing came of these claims: they lapsed, or a person refused them. Givers who left a phone read the same either way, once for
 * each claim. By day, and within the texts of a day, as all that nobody waits for this minute.
 */
export async function textUnmatched(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<Told>`
    select c.id, c.receipt, c.phone, d.slug, p.reference, p.language
    from claims c join fund_drives d on d.id = c.fund_drive_id left join payments p on p.id = c.payment_id
    where c.id = any(${ids}::bigint[]) and c.own and c.phone is not null`.execute(tx)
  await sendAllSms(
    tx,
    rows.map((one) => ({ key: `claim ${one.id}`, phone: one.phone, text: wordsOf(one), money: false })),
  )
}

function wordsOf({ receipt: code, slug, reference, language: spoken }: Told): string {
  const language = knownLanguage(spoken)
  const words = wordsIn(language, catalogues[language])
  const url = publicAddress() + (reference ? payPath(reference) : claimPath(slug))
  const whole = words._(msg`We could not match M-Pesa ${code} with a gift. Compare the code and enter it again: ${url}`)
  return fits(whole)
    ? whole
    : words._(msg`We could not match M-Pesa ${code} with a gift. Compare the code and enter it again.`)
}
