/** A moment so many days from now, or before now. */
export const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000)
/** The same as a day of Kenya's calendar. */
export const dayIn = (days: number) =>
  daysFromNow(days + 3 / 24)
    .toISOString()
    .slice(0, 10)
