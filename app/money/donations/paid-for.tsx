import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { PaidWords } from '#app/base/ledger/paid-for.ts'
import { moneyText } from '#app/kit/money.ts'
import { Typed } from '#app/ui/typed.tsx'
import { forgetGift } from './typed-gift.ts'

/** The facts for the payer of a gift that has arrived. */
export type GiftTold = {
  receipt: string | null
  /** The channel by which the receipt was sent. */
  sentTo: 'email' | 'phone' | null
  /** The giver's name, for the giver alone. */
  donor: string | null
  /** The drive's sum now, in cents; null if it does not show that. */
  total: { raised: number; goal: number } | null
  organiser: string
  /** The organiser's own words of thanks. */
  thanks: string | null
}

export const giftWords: PaidWords<GiftTold> = {
  confirming: msg`Please wait while we confirm your donation...`,
  leaving: msg`You may close this page. We email your receipt when the money arrives.`,
  cancel: msg`Cancel and return to the fundraiser`,
  cancelTo: (slug) => `/fundraiser/${slug}`,
  againAt: (slug) => `/fundraiser/${slug}/donate`,
  toast: ({ amount, reversed }) =>
    reversed > 0
      ? undefined
      : { title: msg`Payment Successful!`, text: msg`Thank you for your donation of ${moneyText(amount)}.` },
  forget: forgetGift,
  data: () => ({}),
  Refunded: ({ title }) => (
    <Trans>
      Your donation to <Typed text={title} /> was refunded.
    </Trans>
  ),
  forBanks: 'a donation to a fund drive',
}
