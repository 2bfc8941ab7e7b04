/** What `ilike` finds these words with, wherever they stand: a per cent sign that a person typed is looked for as one. */
export const containing = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`
