import { expect, test } from 'vitest'
import type { DonationPage } from './donation.ts'
import { joinedGifts, withMoreGifts } from './known.ts'

const page = (ids: number[], next: number | null): DonationPage => ({
  donations: ids.map((id) => ({
    id,
    name: null,
    anonymous: true,
    amount: 100,
    message: '',
    at: new Date(0),
    recordedBy: null,
  })),
  next,
})
const idsOf = (known: DonationPage | undefined) => known && [...known.donations.map(({ id }) => id), known.next]

test('what came since is on top, and nothing falls off at the end', () => {
  const known = page([9, 8, 7, 6, 5, 4], 4)
  expect(idsOf(joinedGifts(known, page([11, 10, 9, 8, 7], 7)))).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 4])
  expect(idsOf(joinedGifts(known, page([14, 13, 12, 11, 9], 9)))).toEqual([14, 13, 12, 11, 9, 8, 7, 6, 5, 4, 4])
})

test('what was refunded since goes', () => {
  expect(idsOf(joinedGifts(page([9, 8, 7, 6, 5, 4, 3], null), page([9, 7, 6, 5, 4], 4)))).toEqual([
    9,
    7,
    6,
    5,
    4,
    3,
    null,
  ])
  expect(idsOf(joinedGifts(page([9, 8, 7], null), page([9, 7], null)))).toEqual([9, 7, null])
  expect(idsOf(joinedGifts(page([9], null), page([], null)))).toEqual([null])
})

test('when so much came that the two don’t meet there is a gap', () => {
  expect(joinedGifts(page([9, 8, 7], 7), page([16, 15, 14, 13, 12], 12))).toBeUndefined()
  expect(joinedGifts(page([], null), page([5, 4, 3, 2, 1], 1))).toBeUndefined()
})

test('an older part is put below, once', () => {
  expect(idsOf(withMoreGifts(page([9, 8], 8), page([8, 7, 6], null)))).toEqual([9, 8, 7, 6, null])
})
