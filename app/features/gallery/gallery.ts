import { msg } from '@lingui/core/macro'
import type { Picture } from '#app/kit/picture.ts'
import type { Says, Words } from '#app/kit/says.ts'
import type { Provider } from './video.ts'

// What is true of a gallery on both sides: limits, words, and what its pages are given.

export const imagesMax = 30
export const videosMax = 20
export const captionMax = 200
export const titleMax = 200

/** A picture of the gallery. Its caption is what is read to those who don't see it, too. */
export type GalleryImage = Picture & { id: string; caption: string }

/** A video elsewhere: where it is watched, and where its player is, which nobody asks before a visitor wants to. */
export type GalleryVideo = { id: string; url: string; title: string; provider: Provider; player: string }

/** What a video is called whose title nobody knows. */
export const untitled: Record<Provider, Words> = {
  youtube: msg`YouTube video`,
  vimeo: msg`Vimeo video`,
  tiktok: msg`TikTok video`,
  facebook: msg`Facebook video`,
  file: msg`Video`,
}

export const says = {
  imageAdded: { title: msg`Image uploaded successfully` },
  imageNotAdded: { title: msg`Error uploading image`, tone: 'bad' },
  imageRemoved: { title: msg`Image removed successfully` },
  imageNotRemoved: { title: msg`Error removing image`, tone: 'bad' },
  imageBack: { title: msg`The image is back` },
  imageNotBack: { title: msg`The image could not be brought back`, tone: 'bad' },
  imageGone: msg`This image was removed in the meantime.`,
  galleryFull: msg`A gallery holds 30 images. Remove one to add another.`,
  captionKept: { title: msg`Caption saved` },
  captionNotKept: { title: msg`The caption could not be saved`, tone: 'bad' },
  captionLong: msg`Please use at most 200 characters.`,
  changedElsewhere: msg`It was changed in another window in the meantime. Please try again.`,
  notMoved: { title: msg`The new order could not be saved`, tone: 'bad' },

  videoAdded: { title: msg`Video added successfully` },
  videoNotAdded: { title: msg`Error adding video`, tone: 'bad' },
  videoRemoved: { title: msg`Video removed successfully` },
  videoNotRemoved: { title: msg`Error removing video`, tone: 'bad' },
  videoBack: { title: msg`The video is back` },
  videoNotBack: { title: msg`The video could not be brought back`, tone: 'bad' },
  videoGone: msg`This video was removed in the meantime.`,
  videosFull: msg`A fund drive shows up to 20 videos. Remove one to add another.`,
  videoThere: msg`This video is in your list already.`,
  urlMissing: msg`Please enter the address of a video.`,
  urlUnknown: msg`This can’t be shown. Use the address of a video on YouTube, Vimeo, TikTok or Facebook, or of an .mp4 or .webm file that begins with https://`,
  urlShort: msg`This short link does not say which video it leads to. Open it, and copy the long address from your browser.`,
  titleKept: { title: msg`Title saved` },
  titleNotKept: { title: msg`The title could not be saved`, tone: 'bad' },
} satisfies Record<string, Words | Says>
