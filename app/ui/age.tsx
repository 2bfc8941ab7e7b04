import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { Language } from '#app/kit/languages.ts'
import { type Age, ageOf, momentIn } from '#app/kit/time.ts'

/**
 * Returns the server's time, advanced while the page is open, so that 'just now' does not stay. Computed from how long the page has
 * been open: a phone's wrong clock does no harm.
 */
export function useNow(served: number): number {
  const [now, setNow] = useState(served)
  useEffect(() => {
    const began = Date.now()
    const look = () => setNow(served + Date.now() - began)
    look()
    const timer = setInterval(look, 15_000)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [served])
  return now
}

/** Shows how long ago it was; the exact moment on hover. `now` comes from `useNow`. */
export function Ago({ at, now }: { at: Date; now: number }) {
  const { i18n } = useLingui()
  return (
    <time
      dateTime={at.toISOString()}
      title={momentIn(i18n.locale as Language, at)}
      className="text-muted text-sm"
      suppressHydrationWarning
    >
      <AgeWords age={ageOf(at, new Date(now))} />
    </time>
  )
}

function AgeWords({ age }: { age: Age }) {
  if (age.unit === 'now') return <Trans>Just now</Trans>
  const { count } = age
  if (age.unit === 'minutes') return <Plural value={count} one="# minute ago" other="# minutes ago" />
  if (age.unit === 'hours') return <Plural value={count} one="# hour ago" other="# hours ago" />
  return <Plural value={count} one="# day ago" other="# days ago" />
}
