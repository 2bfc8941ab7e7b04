import { msg } from '@lingui/core/macro'
import type { Words } from './says.ts'

// What stands in the place of a giver's name. Anonymous is who asked for that; of others nobody has said who they are.

/** On public pages and in the list for the group. */
export const namelessSeen = (isAnonymous: boolean): Words => (isAnonymous ? msg`Anonymous` : msg`A supporter`)

/** For those who look after a drive, and in the office. */
export const namelessOwn = (isAnonymous: boolean): Words => (isAnonymous ? msg`Anonymous` : msg`No name given`)
