import type { Db } from '#app/platform/db.server.ts'
import { type DonationPage, toldAtOnce } from './donation.ts'
import { publicDonations } from './donations.server.ts'

/** Reads the gifts on a drive's public page, from the newest or from a place further down; and the newest. */
export async function donationsSeen(db: Db, driveId: string, before: string | null, now = Date.now()) {
  const cursor = placeInGifts(before)
  const page = await publicDonations(db, driveId, { before: cursor })
  const newest = cursor ? await newestDonations(db, driveId) : beginningOf(page)
  return { seen: { ...page, cursor: cursor ?? null, now }, newest }
}

export type DonationsSeen = DonationPage & { cursor: number | null; now: number }

/** Reads the gifts that each change sends to all open pages. */
export const newestDonations = (db: Db, driveId: string): Promise<DonationPage> =>
  publicDonations(db, driveId, { limit: toldAtOnce })

/** Takes the newest gifts from a page that begins with them. */
function beginningOf({ donations, next }: DonationPage): DonationPage {
  if (donations.length <= toldAtOnce) return { donations, next }
  const first = donations.slice(0, toldAtOnce)
  return { donations: first, next: first.at(-1)!.id }
}

/** Reads where a page begins; undefined for a place that we never gave out. A recorded gift lies between two numbers. */
export const placeInGifts = (before: string | null | undefined): number | undefined =>
  /^\d{1,11}(\.\d{1,4})?$/.test(before ?? '') && Number(before) > 0 ? Number(before) : undefined
