// A route is known by its id, which is the place of its file.

/** Visitors need neither owners' pages nor accounts nor the office: their browsers don't get the addresses of these. */
export const isForVisitors = (route: string): boolean =>
  !/^routes\/(admin|machine|sandbox|drive|dashboard|profile|settings)\//.test(route)

/** A page that says visitors' words only. A person who signs in needs the words of the dashboard next. */
export const saysVisitorsWords = (route: string): boolean => isForVisitors(route) && !route.startsWith('routes/auth/')
