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
