import { msg } from '@lingui/core/macro'
import type { Says } from '#app/kit/says.ts'

export const says = {
  failed: { title: msg`Error uploading image`, tone: 'bad' },
} satisfies Record<string, Says>
