/**
 * The path as the router reads it, however it was written: without its query, letters that were written as numbers, or
 * capitals (a phone begins an address with one), and with single slashes.
 */
export function pathAsRouted(path: string): string {
  const [name = ''] = path.split('?')
  try {
    return decodeURIComponent(name).replace(/\/+/g, '/').toLowerCase()
  } catch {
    return name
  }
}

/** The back office and the pretend world: their pages alone bring the list of their addresses. */
export const isOfOffice = (path: string): boolean => /^\/(admin|sandbox)(\/|\.|$)/.test(pathAsRouted(path))

/** Owners' pages, and the way in, which leads to them. */
const isOfMembers = (path: string): boolean =>
  /^\/(auth|dashboard|fund-drive|profile|settings)(\/|\.|$)/.test(pathAsRouted(path))

/** Which list of addresses a page brings: the whole one, one without the office, or that of visitors. */
export const listFor = (path: string): 'office' | 'members' | 'visitors' =>
  isOfOffice(path) ? 'office' : isOfMembers(path) ? 'members' : 'visitors'
