// A route is known by its id, which is the place of its file.

/**
 * Visitors need neither owners' pages nor accounts nor the office: their browsers don't get the addresses of these. Pages of
 * guests are still, and never run in a browser: see docs/decisions/0075.
 */
export const isForVisitors = (route: string): boolean =>
  !/^routes\/(admin|machine|sandbox|drive|dashboard|profile|settings|giving|guest)\//.test(route)

/** A person who signs in needs the words of the dashboard next; few promise or pay twice, and all who read a drive would get the words for it. */
const saysMore = /^routes\/(auth\/|pledge\/|pay\/second$|fundraiser\/pledge$)/

/** A page that says visitors' words only. */
export const saysVisitorsWords = (route: string): boolean => isForVisitors(route) && !saysMore.test(route)
