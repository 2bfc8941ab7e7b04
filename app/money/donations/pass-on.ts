import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { plainMoney } from '#app/kit/money.ts'

type PassedOn = { title: string; link: string; total?: { raised: number; goal: number } | null }

/** Returns the WhatsApp link by which a giver passes the drive on. Its message does not say how much they gave. */
export const passOn = (i18n: I18n, passed: PassedOn): string =>
  `https://wa.me/?text=${encodeURIComponent(wordsOf(i18n, { ...passed, link: `${passed.link}?via=whatsapp` }))}`

function wordsOf(i18n: I18n, { title, link, total }: PassedOn): string {
  if (!total) return i18n._(msg`I gave to ${title}. Let us pull together: ${link}`)
  const [raised, goal] = [plainMoney(total.raised), plainMoney(total.goal)]
  return i18n._(msg`I gave to ${title}: ${raised} of ${goal} raised so far. Let us pull together: ${link}`)
}
