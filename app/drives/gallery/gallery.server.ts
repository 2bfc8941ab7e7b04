import { builtOnce } from '#app/platform/built-once.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { Limit } from '#app/platform/limits.server.ts'
import { type GalleryImage, type GalleryVideo, galleryKinds } from './gallery.ts'
import { playerOf } from './video.ts'

/** The pictures of a drive, in its owner's order. */
export const imagesOf = (db: Db, driveId: string): Promise<GalleryImage[]> => images(db, { driveId })

const images = builtOnce((db, { driveId }: { driveId: string }) =>
  db
    .selectFrom('fund_drive_images')
    .where('fund_drive_id', '=', driveId)
    .orderBy('display_order')
    .limit(galleryKinds.image.most)
    .select(['id', 'image_url as url', 'caption', 'width', 'height', 'colour']),
)

/** The videos of a drive, in its owner's order. One that we know no player for is left out. */
export async function videosOf(db: Db, driveId: string): Promise<GalleryVideo[]> {
  return (await videos(db, { driveId })).flatMap((row) => {
    const found = playerOf(row.url)
    return found ? [{ ...row, ...found }] : []
  })
}

const videos = builtOnce((db, { driveId }: { driveId: string }) =>
  db
    .selectFrom('fund_drive_videos')
    .where('fund_drive_id', '=', driveId)
    .orderBy('display_order')
    .limit(galleryKinds.video.most)
    .select(['id', 'video_url as url', 'title']),
)

/** Enough for a person who moves thirty pictures with the arrow keys, and no more. */
export const galleryLimits = (ownerId: string): Limit[] => [
  { name: 'gallery', key: ownerId, times: 1200, seconds: 3600 },
]
