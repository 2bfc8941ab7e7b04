import { msg } from '@lingui/core/macro'
import type { Words } from './says.ts'

// The words in place of a missing giver's name: anonymous by the giver's wish, or never given.

/** Returns the words on public pages and in the list for the group. */
export const namelessSeen = (isAnonymous: boolean): Words => (isAnonymous ? msg`Anonymous` : msg`A supporter`)

/** Returns the words for those who manage a drive, and for admins. */
export const namelessOwn = (isAnonymous: boolean): Words => (isAnonymous ? msg`Anonymous` : msg`No name given`)
