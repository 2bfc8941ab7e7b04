import { msg } from '@lingui/core/macro'
import type { Words } from './says.ts'

/** The largest picture that may be sent: 5 MB. */
export const imageMax = 5 * 1024 * 1024

export const uploadTexts = {
  notImage: msg`Please select an image file`,
  tooLarge: msg`File size must be less than 5MB`,
  noRoom: msg`There is no room for pictures at the moment. Please try again later.`,
  busy: msg`Many pictures are being sent just now. Please try again in a moment.`,
}

/** Returns what is wrong with a chosen file before its content is read, or undefined. Server and browser share it. */
export function faultOf(file: { type: string; size: number }): Words | undefined {
  if (!file.type.startsWith('image/')) return uploadTexts.notImage
  if (file.size > imageMax) return uploadTexts.tooLarge
  return undefined
}
