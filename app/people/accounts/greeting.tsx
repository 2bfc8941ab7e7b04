import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'

/**
 * Greets by the visitor's clock. The server does not know it and takes Nairobi's; the browser begins with the same and then reads its own,
 * so that both first render the same page.
 */
export function Greeting({ name, guess }: { name: string; guess: PartOfDay }) {
  const { t } = useLingui()
  const part = useSyncExternalStore(
    eachMinute,
    () => partOfDay(new Date().getHours()),
    () => guess,
  )
  if (part === 'morning') return t`Good Morning, ${name}`
  if (part === 'afternoon') return t`Good Afternoon, ${name}`
  return t`Good Evening, ${name}`
}

function eachMinute(look: () => void) {
  const timer = setInterval(look, 60_000)
  return () => clearInterval(timer)
}

type PartOfDay = 'morning' | 'afternoon' | 'evening'

/** Morning before 12, afternoon before 17, else evening. */
export function partOfDay(hour: number): PartOfDay {
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}

const nairobi = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Africa/Nairobi' })
/** The hour in Nairobi, for a first guess while the visitor's own clock is unknown. */
export const hourInNairobi = (at: Date): number => Number(nairobi.format(at))

/** Returns a person's name for greeting: the full name, or the part before the @. People who sign up with a phone give a name. */
export const nameToGreet = (person: { fullName: string; email: string | null }): string =>
  person.fullName.trim() || (person.email ?? '').split('@')[0]!
