const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Reads an id in an address, as the database writes it; null for anything else. */
export const idIn = (text: string | null): string | null => (text && uuid.test(text) ? text.toLowerCase() : null)
