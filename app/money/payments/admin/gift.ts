import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { GiftChannel } from '#app/money/donations/channel.ts'
import { type GoneBack, goneBackWords } from '#app/money/donations/gift-words.ts'
import type { BadgeTone } from '#app/ui/badge.tsx'

// Gifts as administrators see them: every attempt, whether money came of it or not.

/** The states that a list of gifts can be narrowed to. A refunded gift was paid first, so it is found under both. */
export const giftStates = ['paid', 'waiting', 'failed', 'unplaced', 'refunded'] as const
export type GiftState = (typeof giftStates)[number]

export const giftStateWords: Record<GiftState, Words> = {
  paid: msg`Paid`,
  waiting: msg`Waiting`,
  failed: msg({ message: 'Failed', context: 'donation' }),
  unplaced: msg`Unplaced`,
  refunded: msg`Refunded`,
}

type Stands = GoneBack & { status: string }

/** Returns a gift's state as a word and a colour. */
export function standingOfGift({ status, ...back }: Stands): { words: Words; tone: BadgeTone } {
  const { amount, reversed } = back
  if (reversed > 0) return { words: goneBackWords(back), tone: reversed < amount ? 'warn' : 'stop' }
  return standings[status] ?? { words: giftStateWords.waiting, tone: 'neutral' }
}

const standings: Record<string, { words: Words; tone: BadgeTone }> = {
  succeeded: { words: giftStateWords.paid, tone: 'gain' },
  mismatch: { words: giftStateWords.unplaced, tone: 'warn' },
  failed: { words: giftStateWords.failed, tone: 'stop' },
  abandoned: { words: msg`Given up`, tone: 'neutral' },
  init_unknown: { words: msg`Not opened`, tone: 'neutral' },
}

/** A line of the list. */
export type AdminGift = {
  id: number
  reference: string
  /** The provider's own number, once it has one. */
  providerId: string | null
  at: Date
  /** Null when the drive is gone, which is possible only while no money came in. */
  drive: { id: string; slug: string; title: string } | null
  name: string
  email: string
  /** True if others don't see the name. */
  anonymous: boolean
  amount: number
  reversed: number
  chargedBack: number
  channel: GiftChannel | null
  status: string
}

/** Totals of the filter. Sums are null where there is too much to add up at once. */
export type GiftTotals = { count: number; more: boolean; paid: number | null; refunded: number | null }
