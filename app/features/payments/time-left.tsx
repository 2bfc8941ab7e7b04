import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

/** How long the page goes on asking, in minutes and seconds. Read when a person looks at it, never said aloud. */
export function TimeLeft({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((until - now) / 1000))
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <p role="timer" aria-live="off" className="figures mt-4 font-semibold">
      <Trans>We keep checking for {left}</Trans>
    </p>
  )
}
