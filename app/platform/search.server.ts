/** What `ilike` finds these words with, wherever they stand: a per cent sign that a person typed is looked for as one. */
export const containing = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`

/** The same for an index of letters that takes spaces for a letter: see migration 0164. */
export const joinedWords = (words: string): string => containing(words).replaceAll(' ', 'q')
