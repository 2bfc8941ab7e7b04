/** Makes the `ilike` pattern that finds these words anywhere: a typed per cent sign is escaped. */
export const containing = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`

/** Makes the pattern for a trigram index that takes spaces for a letter: see migration 0164. */
export const joinedWords = (words: string): string => containing(words).replaceAll(' ', 'q')
