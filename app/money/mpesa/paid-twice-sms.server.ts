import { msg } from '@lingui/core/macro'
import { smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { plainMoney } from '#app/kit/money.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { sendSms } from '#app/platform/sms/outbox.server.ts'
import { paidTwicePath } from './paid-twice.ts'

/** The prefix of the key of the text that asks the giver, before the number of the money; the desk reads there whether it was sent. */
export const asking = 'second '

/** Tells the giver by a text, once for each such payment. */
export const textPaidTwice = (db: Db, provider: string, account: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('suspense as s')
      .innerJoin('payments as p', 'p.id', 's.payment_id')
      .innerJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
      .where('s.provider', '=', provider)
      .where('s.provider_tx_id', '=', account)
      .where('s.why', '=', 'paid twice')
      .where('p.donor_phone', '<>', '')
      .select(['s.id', 's.amount', 'p.reference', 'p.language', 'p.donor_phone as phone', 'd.title'])
      .executeTakeFirst()
    if (!found) return
    const language = knownLanguage(found.language)
    const words = wordsIn(language, catalogues[language])
    const [amount, url] = [plainMoney(found.amount), publicAddress() + paidTwicePath(found.reference)]
    const text = smsWith(found.title, (drive) =>
      words._(msg`You paid ${amount} twice for ${drive}. Give both, or get one back: ${url}`),
    )
    await sendSms(tx, { key: asking + found.id, phone: found.phone, text, money: true, evenAtNight: true })
  })
