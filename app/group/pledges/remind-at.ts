// The times of reminders to the giver of a pledge.

/** Days from the day of the pledge. */
const reminders = [-3, 0, 7] as const
const dayLength = 86_400_000
/** Nine in the morning in Nairobi, in ms after midnight UTC. */
const at = 6 * 3_600_000

const momentOf = (dueOn: string, days: number): Date =>
  new Date(Date.parse(`${dueOn}T00:00:00Z`) + days * dayLength + at)

/** Returns the first reminder after this moment: which of the three it is, and when. Null when none is left. */
export function nextReminder(dueOn: string | null, after: Date): { nr: number; at: Date } | null {
  if (dueOn === null) return null
  const found = reminders.findIndex((days) => momentOf(dueOn, days) > after)
  return found < 0 ? null : { nr: found, at: momentOf(dueOn, reminders[found]!) }
}

/** Returns which of the three is the last one whose time has come. */
export const reminderDue = (dueOn: string, now: Date): number =>
  reminders.findLastIndex((days) => momentOf(dueOn, days) <= now)
