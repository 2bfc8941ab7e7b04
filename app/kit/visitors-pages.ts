// A route is known by its id, which is the place of its file.

/** Folders of pages for visitors, who need no account. Guests have pages of their own, which load no script: see docs/decisions/0075. */
const forVisitors = /^root$|^fund-drive$|(^|\/)(public|public-page\/pages)\/|^site\/pages\/own-pages$/

/** Visitors need none of the others: their browsers don't get the addresses of these. */
export const isForVisitors = (route: string): boolean => forVisitors.test(route)

/** Pages that many see who never pledge, sign in, report or help. */
const beyond = [
  /^(people\/sign-in|group\/pledges|group\/recorded-gifts|invitations\/helpers)\/public\//,
  /^people\/about\/public\/ask$/,
  /^money\/donations\/public\/pay-second$/,
  /^drives\/public-page\/pages\/(pledge|report)$/,
]

/**
 * A page that says visitors' words only. A person who signs in needs the words of the dashboard next; few pledge, pay twice,
 * report, ask us, become a helper or read the receipt of a recorded gift, and all who read a drive would get the words for it.
 */
export const saysVisitorsWords = (route: string): boolean =>
  isForVisitors(route) && !beyond.some((pages) => pages.test(route))
