import { msg } from '@lingui/core/macro'
import { fits, inGsm7, smsWith } from '#app/kit/gsm7.ts'
import type { Language } from '#app/kit/languages.ts'
import { plainMoney } from '#app/kit/money.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { chosen } from '#app/platform/settings/choices.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { sendAllSms, smsBrand } from '#app/platform/sms/outbox.server.ts'

// The text message to the phone that paid for a gift.

type GiftSms = {
  language: Language
  /** The amount in cents. */
  amount: number
  /** The drive's title, as its owner typed it. */
  drive: string
  /** The receipt of M-Pesa. */
  code: string
  /** The address of our receipt. */
  url: string
}

/** Writes the text that thanks for a gift. Shortens the title until it fits, and leaves the address out if there is no room. */
export function giftSms({ language, amount: cents, drive: title, code, url }: GiftSms): string {
  const words = wordsIn(language, catalogues[language])
  const amount = plainMoney(cents)
  const whole = (drive: string) => words._(msg`Thank you! ${amount} for ${drive}. M-Pesa ${code}. Receipt: ${url}`)
  const brief = (drive: string) => words._(msg`Thank you! ${amount} for ${drive}. M-Pesa ${code}.`)
  // A title in another script has no character that every phone knows.
  const named = inGsm7(title) || smsBrand()
  return smsWith(named, fits(whole(leastOf(named))) ? whole : brief)
}

/** Shortens a title to the least that tells which drive it is. */
const leastOf = (title: string) => `${[...title].slice(0, 10).join('')}..`

type Gift = Omit<GiftSms, 'url'> & { donationId: number; receipt: string; phone: string }

/**
 * Thanks givers by a text each, in the transaction that books their gifts. A text costs as much as the fee of a small gift
 * brings: below the operator's limit none is sent. Returns how many are new.
 */
export async function textGivers(tx: Tx, gifts: Gift[]): Promise<number> {
  const large = gifts.filter(({ amount }) => amount >= chosen('SMS_GIFTS_FROM'))
  return sendAllSms(
    tx,
    large.map(({ donationId, receipt, phone, ...gift }) => ({
      key: `gift ${donationId}`,
      phone,
      text: giftSms({ ...gift, url: `${publicAddress()}/receipt/${receipt}` }),
      money: true,
      evenAtNight: true,
    })),
  )
}
