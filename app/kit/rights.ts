// Who may do what to a drive. The database asks the same in its function `may`; a test compares the two.

/** What can be done to a drive by people who manage it. */
export const rights = ['read', 'story', 'answer', 'givers', 'record', 'guests', 'purse', 'run', 'delete'] as const
export type Right = (typeof rights)[number]

/** What each role may do: the owner everything; a treasurer sees who gave, and writes down what did not pass through us. */
export const rightsOf = {
  owner: rights,
  treasurer: ['read', 'givers', 'record'],
} satisfies Record<string, readonly Right[]> as Record<'owner' | 'treasurer', readonly Right[]>
