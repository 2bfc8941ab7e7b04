import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

/** The ways by which gifts come: by card or bank, by mobile money, or otherwise. */
export const channels = ['online', 'mobile', 'other'] as const
export type GiftChannel = (typeof channels)[number]
export const channelWords: Record<GiftChannel, Words> = { online: msg`Online`, mobile: msg`Mobile`, other: msg`Other` }

/** The channels, and 'recorded' for gifts that did not come through us. */
export const ways = [...channels, 'recorded'] as const
export type GiftWay = (typeof ways)[number]
export const giftWayWords: Record<GiftWay, Words> = {
  ...channelWords,
  recorded: msg({ message: 'Recorded', context: 'channel of a gift' }),
}

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
