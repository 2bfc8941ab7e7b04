import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { type PartOfDay, partOfDay } from './greeting.ts'

/**
 * Greets by the clock the visitor looks at. The server does not see it and takes Nairobi's; the browser begins with
 * the same and then looks at its own, so that both draw the same page at first.
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
