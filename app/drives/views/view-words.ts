import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { DeviceType } from './device.ts'

// The words for views, on pages and in files.

export const deviceWords: Record<DeviceType, Words> = {
  mobile: msg`Mobile`,
  tablet: msg`Tablet`,
  desktop: msg`Desktop`,
}
const unknownWords = msg`Unknown`

/** A place whose name is known, or the word for one that is not. */
export const viewPlaceWords = (place: string): string | Words => (place === 'Unknown' ? unknownWords : place)
