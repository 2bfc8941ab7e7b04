import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'

// Words for owners about their gallery. Visitors, who look at galleries, don't fetch them.

export const galleryTexts = {
  image: {
    added: { title: msg`Image uploaded successfully` },
    notAdded: { title: msg`Error uploading image`, tone: 'bad' },
    removed: { title: msg`Image removed successfully` },
    notRemoved: { title: msg`Error removing image`, tone: 'bad' },
    back: { title: msg`The image is back` },
    notBack: { title: msg`The image could not be brought back`, tone: 'bad' },
    gone: msg`This image was removed in the meantime.`,
    full: msg`A gallery holds 30 images. Remove one to add another.`,
    lineKept: { title: msg`Caption saved` },
    lineNotKept: { title: msg`The caption could not be saved`, tone: 'bad' },
  },
  video: {
    added: { title: msg`Video added successfully` },
    notAdded: { title: msg`Error adding video`, tone: 'bad' },
    removed: { title: msg`Video removed successfully` },
    notRemoved: { title: msg`Error removing video`, tone: 'bad' },
    back: { title: msg`The video is back` },
    notBack: { title: msg`The video could not be brought back`, tone: 'bad' },
    gone: msg`This video was removed in the meantime.`,
    full: msg`A fund drive shows up to 20 videos. Remove one to add another.`,
    lineKept: { title: msg`Title saved` },
    lineNotKept: { title: msg`The title could not be saved`, tone: 'bad' },
  },
  lineLong: msg`Please use at most 200 characters.`,
  changedElsewhere: msg`It was changed in another window in the meantime. Please try again.`,
  notMoved: { title: msg`The new order could not be saved`, tone: 'bad' },
  videoThere: msg`This video is in your list already.`,
  urlMissing: msg`Please enter the address of a video.`,
  urlUnknown: msg`This can’t be shown. Use the address of a video on YouTube, Vimeo, TikTok or Facebook, or of an .mp4 or .webm file that begins with https://`,
  urlShort: msg`This short link does not say which video it leads to. Open it, and copy the long address from your browser.`,
} satisfies Record<string, Words | Says | Record<string, Words | Says>>
