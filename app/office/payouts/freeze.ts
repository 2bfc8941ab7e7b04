import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'

/** What is said when withdrawals are frozen and freed. */
export const freezeSays = {
  frozen: { title: msg`Withdrawals frozen` },
  notFrozen: { title: msg`Failed to freeze the withdrawals`, tone: 'bad' },
  freed: { title: msg`Withdrawals unfrozen` },
  notFreed: { title: msg`Failed to unfreeze the withdrawals`, tone: 'bad' },
  missing: msg`This fund drive no longer exists`,
  meanwhile: msg`Another administrator has just decided about this fund drive`,
  own: msg`This fund drive is yours. Another administrator has to decide about it.`,
} satisfies Record<string, Words | Says>
