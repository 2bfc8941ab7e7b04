// Rights to a drive or a gathering. The database functions `may` and `may_there` check the same; tests compare them.

/** The rights of people who manage a drive. */
export const rights = [
  'read',
  'story',
  'answer',
  'givers',
  'record',
  'guests',
  'sign',
  'post',
  'purse',
  'run',
  'delete',
] as const
export type Right = (typeof rights)[number]

/** Roles of helpers of a drive. A gathering's own helpers are secretaries. */
export const helperRoles = ['treasurer', 'secretary'] as const
export type HelperRole = (typeof helperRoles)[number]

/**
 * The rights of each role: an owner may do everything; a treasurer sees who gave, records gifts from outside, and agrees to
 * withdrawals (`sign`) or writes about them (`post`); a secretary manages
 * the guests of the drive's invitation, or of one alone, and does not see who gave. Neither may close, delete or cancel it.
 */
export const rightsOf: Record<'owner' | HelperRole, readonly Right[]> = {
  owner: rights,
  treasurer: ['read', 'givers', 'record', 'sign', 'post'],
  secretary: ['read', 'guests'],
}
