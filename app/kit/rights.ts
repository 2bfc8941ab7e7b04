// Rights to a drive or a gathering. The database asks the same in its functions `may` and `may_there`; tests compare them.

/** What can be done to a drive by people who manage it. */
export const rights = ['read', 'story', 'answer', 'givers', 'record', 'guests', 'purse', 'run', 'delete'] as const
export type Right = (typeof rights)[number]

/** Roles of helpers of a drive. A gathering's own helpers are secretaries. */
export const helperRoles = ['treasurer', 'secretary'] as const
export type HelperRole = (typeof helperRoles)[number]

/**
 * What each role may do: the owner everything; a treasurer sees who gave, and writes down what did not pass through us; a
 * secretary looks after the guests of the drive's invitation, or of one alone, and does not see who gave. To close, delete or cancel it is not theirs.
 */
export const rightsOf: Record<'owner' | HelperRole, readonly Right[]> = {
  owner: rights,
  treasurer: ['read', 'givers', 'record'],
  secretary: ['read', 'guests'],
}
