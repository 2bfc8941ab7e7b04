import { msg } from '@lingui/core/macro'
import type { Says } from '#app/kit/says.ts'

export const says = { failed: { title: msg`The balance could not be compared` } }

export const outcomes: Record<'same' | 'differs' | 'unknown', Says> = {
  same: { title: msg`Matches the provider` },
  differs: { title: msg`Doesn’t match the provider`, text: msg`It is listed under Differences.`, tone: 'bad' },
  unknown: { title: msg`The provider gave no answer`, tone: 'bad' },
}
