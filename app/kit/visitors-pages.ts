// A route is known by its id, which is the place of its file.

/** Folders of pages for owners, hosts, accounts and the office, and of guests' pages, which are still: see docs/decisions/0075. */
const others = 'admin|machine|sandbox|drive|dashboard|profile|settings|giving|kumbukumbu|gathering|guest'

/** Visitors need none of the others: their browsers don't get the addresses of these. */
export const isForVisitors = (route: string): boolean => !new RegExp(`^routes/(${others})/`).test(route)

/**
 * A page that says visitors' words only. A person who signs in needs the words of the dashboard next; few promise, pay twice,
 * report, ask us, become a helper or read the receipt of a recorded gift, and all who read a drive would get the words for it.
 */
export const saysVisitorsWords = (route: string): boolean =>
  !new RegExp(`^routes/((${others}|auth|pledge|help|given)/|(pay/second|fundraiser/(pledge|report)|about/ask)$)`).test(
    route,
  )
