// A route is known by its id, which is the place of its file.

/** Folders of pages for visitors, who need no account. Guests have pages of their own, which load no script: see docs/develop/decisions/0010. */
const forVisitors = /^root$|^fund-drive$|(^|\/)(public|public-page\/pages)\/|^site\/pages\/own-pages$/

/** Pages that few visitors open, and their files: they bring the longer list of addresses, and the words of members. */
const forFew =
  /^((drives\/beneficiary|drives\/discover|drives\/updates|money\/public-book|money\/spending)\/public\/|drives\/public-page\/pages\/report(\/|$))/

/** Checks for a route that visitors need: their browsers don't get the addresses of the others. */
export const isForVisitors = (route: string): boolean => forVisitors.test(route) && !forFew.test(route)

/** Pages that most visitors never need: for those who pledge, sign in, help or ask a gift back. */
const beyond = [
  /^(people\/sign-in|group\/pledges|group\/recorded-gifts|invitations\/helpers)\/public\//,
  /^people\/about\/public\/ask$/,
  /^money\/donations\/public\/(claimed|pay-second|receipt-back)(\/|$)/,
  /^drives\/public-page\/pages\/pledge$/,
]

/**
 * Checks for a page that says visitors' words only. A person who signs in needs the words of the dashboard next; few pledge, claim a
 * payment, pay twice, ask us, help, ask a gift back or read a recorded gift's receipt, and all readers of a
 * drive would load the words for it.
 */
export const saysVisitorsWords = (route: string): boolean =>
  isForVisitors(route) && !beyond.some((pages) => pages.test(route))
