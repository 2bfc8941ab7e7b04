import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { plainMoney } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'

// The words for a gift whose money went back: we gave it back, or the payer's bank took it.

/** Amounts in cents. `chargedBack` is the part of `reversed` that the payer's bank took. */
export type GoneBack = { amount: number; reversed: number; chargedBack: number }

/** Names in a word how the money went back. */
export function goneBackWords({ amount, reversed, chargedBack }: GoneBack): Words {
  const isWhole = reversed === amount
  if (chargedBack === 0) return isWhole ? msg`Refunded` : msg`Partly refunded`
  if (chargedBack < reversed) return msg`Refunded and charged back`
  return isWhole ? msg`Charged back by the payer’s bank` : msg`Partly charged back by the payer’s bank`
}

type PassedOn = { title: string; link: string; total?: { raised: number; goal: number } | null }

/** Returns the WhatsApp link by which a giver passes the drive on. Its message does not say how much they gave. */
export const passOn = (i18n: I18n, passed: PassedOn): string =>
  `https://wa.me/?text=${encodeURIComponent(wordsOf(i18n, { ...passed, link: `${passed.link}?via=whatsapp` }))}`

function wordsOf(i18n: I18n, { title, link, total }: PassedOn): string {
  if (!total) return i18n._(msg`I gave to ${title}. Let us pull together: ${link}`)
  const [raised, goal] = [plainMoney(total.raised), plainMoney(total.goal)]
  return i18n._(msg`I gave to ${title}: ${raised} of ${goal} raised so far. Let us pull together: ${link}`)
}
