// Who may do what to a drive. The database asks the same in its function `may`; a test compares the two.

/** What can be done to a drive by people who manage it. */
export const rights = ['read', 'story', 'answer', 'givers', 'purse', 'run', 'delete'] as const
export type Right = (typeof rights)[number]

/** What each role may do. Today a drive has one person who manages it: its owner. */
export const rightsOf = { owner: rights } satisfies Record<string, readonly Right[]>
