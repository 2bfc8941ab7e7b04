import { msg } from '@lingui/core/macro'
import type { Says } from '#app/kit/says.ts'

export const says = { failed: { title: msg`The balance could not be compared` } }

export const outcomes: Record<'same' | 'differs' | 'unknown', Says> = {
  same: { title: msg`The provider says the same` },
  differs: { title: msg`The provider says something else`, text: msg`It stands among the differences.`, tone: 'bad' },
  unknown: { title: msg`The provider gave no answer`, tone: 'bad' },
}
