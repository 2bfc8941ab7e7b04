import type { RouterContextProvider } from 'react-router'
import { commentsSeen } from '#app/features/comments/comments-seen.server.ts'
import type { DonationPage } from '#app/features/donations/donation.ts'
import { donationsSeen } from '#app/features/donations/donations-seen.server.ts'
import { type PublicDrive, publicDrive } from '#app/features/drives/drive.server.ts'
import { figuresOf } from '#app/features/drives/figures.server.ts'
import { previewVersion } from '#app/features/drives/preview-picture.server.ts'
import { excerptOf } from '#app/features/drives/public/told.ts'
import { shownDescription } from '#app/features/drives/shown-text.server.ts'
import { imagesOf, videosOf } from '#app/features/gallery/gallery.server.ts'
import { visitDays } from '#app/features/visits/visit.ts'
import { dayAt } from '#app/kit/time.ts'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'

type Looking = {
  context: Readonly<RouterContextProvider>
  personId: string | null
  isAdmin: boolean
  visitor: string
  /** Where the lists begin, if not with the newest. */
  comments: string | null
  donations: string | null
  origin: string
}
type Seen = Extract<PublicDrive, { drive: object }>

/** What a public page shows this visitor, or why it shows nothing. */
export async function shown(slug: string, looking: Looking) {
  const found = await publicDrive(db, slug, looking)
  return 'drive' in found ? { ...(await dressed(found, looking)), is: found.is } : found
}

/** A drive with everything that stands around it. Read side by side. */
async function dressed(found: Seen, { context, visitor, comments: before, donations: since, origin }: Looking) {
  const { description, ...drive } = found.drive
  const [story, images, videos, comments, gifts, figures] = await Promise.all([
    shownDescription(db, description),
    imagesOf(db, drive.id),
    videosOf(db, drive.id),
    commentsSeen(db, drive.id, { visitor, before }),
    part(context, donationsSeen(db, drive.id, since)),
    figuresOf(db, drive.id),
  ])
  const { id, raised, donors } = drive
  const now = new Date()
  return {
    drive,
    own: found.own,
    because: 'because' in found ? found.because : null,
    gallery: { images, videos },
    comments,
    donations: gifts === 'failed' ? gifts : gifts.seen,
    // A drive that was deleted at this very moment has no figures any more.
    figures: {
      ...(figures ?? { raised, donors, comments: 0, newestComment: 0, version: id }),
      gifts: gifts === 'failed' ? noGifts : gifts.newest,
    },
    story,
    booking: { key: crypto.randomUUID() as string, days: visitDays(now) },
    today: dayAt(now),
    link: `${origin}/fundraiser/${drive.slug}`,
    preview: {
      picture: `${origin}/fundraiser/${drive.slug}/preview/${previewVersion(drive)}.jpg`,
      text: excerptOf(story?.safe ?? ''),
    },
  }
}

const noGifts: DonationPage = { donations: [], next: null }

export type OpenPage = Extract<Awaited<ReturnType<typeof shown>>, { drive: object }>
