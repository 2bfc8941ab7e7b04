/**
 * Visitors need neither owners' pages nor accounts nor the office: their browsers get neither the addresses of these nor the
 * words. A route is known by its id, which is the place of its file.
 */
export const isForVisitors = (route: string): boolean =>
  !/^routes\/(admin|machine|sandbox|drive|dashboard|profile|settings)\//.test(route)
