import type { Db } from '#app/platform/db.server.ts'
import { type DonationPage, toldAtOnce } from './donation.ts'
import { publicDonations } from './donations.server.ts'

/** What the public page of a drive shows of its gifts, from the newest or from a place further down; and the newest. */
export async function donationsSeen(db: Db, driveId: string, before: string | null, now = Date.now()) {
  const cursor = placeInGifts(before)
  const page = await publicDonations(db, driveId, { before: cursor })
  const newest = cursor ? await newestDonations(db, driveId) : beginningOf(page)
  return { seen: { ...page, cursor: cursor ?? null, now }, newest }
}

export type DonationsSeen = DonationPage & { cursor: number | null; now: number }

/** What goes out with each change to all who watch. */
export const newestDonations = (db: Db, driveId: string): Promise<DonationPage> =>
  publicDonations(db, driveId, { limit: toldAtOnce })

/** The same, of a page that begins with the newest. */
function beginningOf({ donations, next }: DonationPage): DonationPage {
  if (donations.length <= toldAtOnce) return { donations, next }
  const first = donations.slice(0, toldAtOnce)
  return { donations: first, next: first.at(-1)!.id }
}

/** Where a page begins; a place that nobody of us gave is none. A recorded gift stands between two numbers. */
export const placeInGifts = (before: string | null | undefined): number | undefined =>
  /^\d{1,11}(\.\d{1,4})?$/.test(before ?? '') && Number(before) > 0 ? Number(before) : undefined
