import { msg } from '@lingui/core/macro'
import { fits, inGsm7, smsWith } from '#app/kit/gsm7.ts'
import type { Language } from '#app/kit/languages.ts'
import { plainMoney } from '#app/kit/money.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { chosen } from '#app/platform/choices.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { publicAddress } from '#app/platform/settings.server.ts'
import { sendAllSms } from '#app/platform/sms/outbox.server.ts'

// What a giver reads on the phone that paid.

type GiftSms = {
  language: Language
  /** In cents. */
  amount: number
  /** Its title, as its owner typed it. */
  drive: string
  /** The receipt of M-Pesa. */
  code: string
  /** Where our receipt is. */
  url: string
}

/** The text that thanks for a gift: the title is shortened until it fits. Without room for the address it goes without. */
export function giftSms({ language, amount: cents, drive: title, code, url }: GiftSms): string {
  const words = wordsIn(language, catalogues[language])
  const amount = plainMoney(cents)
  const whole = (drive: string) => words._(msg`Thank you! ${amount} for ${drive}. M-Pesa ${code}. Receipt: ${url}`)
  const brief = (drive: string) => words._(msg`Thank you! ${amount} for ${drive}. M-Pesa ${code}.`)
  // A title in another script has no sign that every phone knows.
  const named = inGsm7(title) || 'Harambee'
  return smsWith(named, fits(whole(leastOf(named))) ? whole : brief)
}

/** So much of a title tells which drive it is. */
const leastOf = (title: string) => `${[...title].slice(0, 10).join('')}..`

type Gift = Omit<GiftSms, 'url'> & { donationId: number; receipt: string; phone: string }

/**
 * Thanks givers by a text each, in the transaction that books their gifts. A text costs what a fee of a small gift brings: for
 * less than the operator chose none is sent. Returns how many are new.
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
