import { msg } from '@lingui/core/macro'
import type { PictureFile } from '#app/kit/picture.ts'
import type { Words } from '#app/kit/says.ts'
import type { VideoProvider } from './video.ts'

// Limits, words and page data of a gallery, for server and browser.

/** A gallery has two lists of items, each with a page, a line of words for each item, and room for some. */
export type GalleryKind = 'image' | 'video'
export const galleryKinds = {
  image: { most: 30, line: 'caption', page: 'images' },
  video: { most: 20, line: 'title', page: 'video' },
} as const
export const lineMax = 200

/** A picture of the gallery. Its caption is what is read to those who don't see it, too. */
export type GalleryImage = PictureFile & { id: string; caption: string }

/** A video elsewhere: its page, and its player, which nobody loads before a visitor wants to. */
export type GalleryVideo = { id: string; url: string; title: string; provider: VideoProvider; player: string }

/** The anchor at which one picture is shown, larger and by its own address. */
export const pictureAt = 'picture'
export const pictureTo = (at: number) => `?tab=gallery&picture=${at + 1}#${pictureAt}`

/** Returns which picture an address asks for; undefined if there is no such picture. */
export function pictureIn(asked: URLSearchParams, count: number): number | undefined {
  const nr = Number(asked.get('picture'))
  return Number.isInteger(nr) && nr >= 1 && nr <= count ? nr - 1 : undefined
}

/** Titles for videos whose own title is unknown. */
export const untitled: Record<VideoProvider, Words> = {
  youtube: msg`YouTube video`,
  vimeo: msg`Vimeo video`,
  tiktok: msg`TikTok video`,
  facebook: msg`Facebook video`,
  file: msg`Video`,
}
