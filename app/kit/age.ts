export type Age = { unit: 'now' } | { unit: 'minutes' | 'hours' | 'days'; count: number }

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** Returns when the text for this age changes next. */
export function nextAge(at: Date, now: Date): number {
  const age = Math.max(0, now.getTime() - at.getTime())
  const step = age < hour ? minute : age < day ? hour : day
  return at.getTime() + (Math.floor(age / step) + 1) * step
}

/** Returns how old something is: just now, minutes under 60, hours under 24, then days. A clock that is ahead makes none older. */
export function ageOf(at: Date, now: Date): Age {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  if (minutes < 1) return { unit: 'now' }
  if (minutes < 60) return { unit: 'minutes', count: minutes }
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.floor(hours / 24) }
}
