import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// The roles of an account.

export const roles = ['admin', 'moderator', 'user'] as const
export type Role = (typeof roles)[number]
export const roleNames: Record<Role, Words> = {
  admin: msg({ message: 'Admin', context: 'role' }),
  moderator: msg({ message: 'Moderator', context: 'role' }),
  user: msg({ message: 'User', context: 'role' }),
}
/** Each role's rights, for the administrator who gives it. */
export const roleMeanings: Record<Role, Words> = {
  admin: msg`Sees and decides everything in these pages.`,
  moderator: msg`Has no rights beyond their own yet; the name is kept for later.`,
  user: msg`Manages their own fund drives only.`,
}
