/**
 * The path as the router reads it, however it was written: without its query, letters that were written as numbers, or
 * capitals (a phone begins an address with one), and with single slashes.
 */
export function plainly(path: string): string {
  const [name = ''] = path.split('?')
  try {
    return decodeURIComponent(name).replace(/\/+/g, '/').toLowerCase()
  } catch {
    return name
  }
}

/** The back office and the pretend world: their pages alone bring the list of their addresses. */
export const isOfOffice = (path: string): boolean => /^\/(admin|sandbox)(\/|\.|$)/.test(plainly(path))
