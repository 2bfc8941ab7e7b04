import { msg } from '@lingui/core/macro'
import { categories, type ShownCategory } from '#app/drives/drive/drive.ts'
import type { PictureFile } from '#app/kit/picture.ts'
import type { Says, Words } from '#app/kit/says.ts'

// The list of fundraisers for everybody: its orders, its address, and the words about being in it.

/** The orders of the list; the first is the usual one. */
export const discoverSorts = {
  newest: msg`Newest`,
  nearly: msg`Nearly there`,
  ending: msg`Ending soon`,
} satisfies Record<string, Words>
export type DiscoverSort = keyof typeof discoverSorts

/** The longest search, and the most words of it that are looked for. */
export const searchMax = 100
const mostWords = 6

/** The list as its address asks for it. Any address gives a sensible value. */
export type DiscoverAsked = {
  q: string
  /** One of the ten, or the number of a category that the operator added. */
  category: string
  sort: DiscoverSort
  after: string | null
}

export function discoverAsked(query: URLSearchParams): DiscoverAsked {
  const q = (query.get('q') ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim()
  const [category, sort] = [query.get('category') ?? '', query.get('sort') ?? '']
  return {
    q: q.slice(0, searchMax),
    category: Object.hasOwn(categories, category) || /^[1-9]\d{0,8}$/.test(category) ? category : '',
    sort: Object.hasOwn(discoverSorts, sort) ? (sort as DiscoverSort) : 'newest',
    after: query.get('after')?.slice(0, 200) || null,
  }
}

/** The words of a search. Each has to be in the title, the slogan or the place. */
export const searchWords = (q: string): string[] => [...new Set(q.split(' ').filter(Boolean))].slice(0, mostWords)

/** The address of such a list, without what is usual. */
export function discoverPath({ q, category, sort, after }: Partial<DiscoverAsked>): string {
  const asked = new URLSearchParams()
  if (q) asked.set('q', q)
  if (category) asked.set('category', category)
  if (sort && sort !== 'newest') asked.set('sort', sort)
  if (after) asked.set('after', after)
  return asked.size > 0 ? `/discover?${asked}` : '/discover'
}

/** A fundraiser in the list. Amounts are cents. */
export type DiscoverCard = {
  slug: string
  title: string
  category: ShownCategory
  location: string
  picture: PictureFile | null
  /** The goal and what came towards it; null where it collects no money. */
  money: { goal: number; total: number } | null
  /** Days until it ends, 0 on its last day; null without an end. */
  days: number | null
}

/** The requirements for being listed, each as a fundraiser may lack it. */
export const listingNeeds = {
  picture: msg`a picture`,
  story: msg`a story`,
  contact: msg`your confirmed email address or phone`,
} satisfies Record<string, Words>
export type ListingNeed = keyof typeof listingNeeds

/** Whether a fundraiser may be listed, for its owner. */
export type Listing = {
  listed: boolean
  /** Why we took it off the list; null where we did not. */
  why: string | null
  lacks: ListingNeed[]
  /** True if visits use views. */
  usesViews: boolean
}

export const listingTexts = {
  on: { title: msg`Your fundraiser is listed`, text: msg`It appears within a minute.` },
  off: { title: msg`Your fundraiser is no longer listed` },
  lacks: msg`To be listed, it needs a picture, a story, and your confirmed email address or phone.`,
  takenOff: msg`We took this fundraiser off the list. Write to us if that is wrong.`,
} satisfies Record<string, Says | Words>
