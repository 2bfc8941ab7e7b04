import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'
import type { Status } from '../drive.ts'

export const campaignTexts = {
  updated: { title: msg`Settings updated successfully` },
  notUpdated: { title: msg`Error updating settings`, tone: 'bad' },
  deleted: { title: msg`Fund drive deleted` },
  notDeleted: { title: msg`Error deleting fund drive`, tone: 'bad' },
} satisfies Record<string, Says>

/** The meaning of each status for visitors. */
export const meanings: Record<Status, Words> = {
  active: msg`Everyone with the link can see it and support it.`,
  paused: msg`Hidden for now: visitors read that it may no longer be active. You can continue whenever you like.`,
  completed: msg`Finished. It no longer takes gifts; you keep everything.`,
}
