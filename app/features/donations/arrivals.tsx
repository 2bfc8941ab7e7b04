import { Plural, Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { moneyText } from '#app/kit/money.ts'
import type { DonationPage } from './donation.ts'

type ArrivalsProps = {
  /** As the page was loaded, and as things stand. */
  before: Told
  now: Told
}
type Told = { donors: number; gifts: DonationPage }

/** Milliseconds in which gifts are summed, so that the person who listens to the page hears one sentence and not ten. */
const pause = 1500

/** Tells the person who can't see the bar move that something came in, politely: from whom, or how many at once. */
export function Arrivals({ before, now }: ArrivalsProps) {
  const told = useRef(before)
  const latest = useRef(now)
  latest.current = now
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [said, setSaid] = useState<{ nr: number; words: ReactNode }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins a pause, unless one is under way
  useEffect(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      const words = wordsFor(told.current, latest.current)
      told.current = latest.current
      if (words) setSaid((last) => ({ nr: (last?.nr ?? 0) + 1, words }))
    }, pause)
  }, [now])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <p role="status" className="sr-only">
      {/* The same words a second time are another sentence. */}
      {said && <span key={said.nr}>{said.words}</span>}
    </p>
  )
}

function wordsFor(before: Told, { donors, gifts }: Told): ReactNode {
  const last = before.gifts.donations[0]?.id ?? 0
  const fresh = gifts.donations.filter(({ id }) => id > last)
  const [one] = fresh
  if (!one) return null
  const count = Math.max(fresh.length, donors - before.donors)
  if (count > 1) return <Plural value={count} one="# new donation" other="# new donations" />
  const amount = moneyText(one.amount)
  if (one.name === null) return <Trans>Someone gave {amount}</Trans>
  return (
    <Trans>
      <Typed text={one.name} /> gave {amount}
    </Trans>
  )
}

/** What a person typed, kept apart from the words around it: no part of it is read as ours. */
const Typed = ({ text }: { text: string }) => <span dir="auto">{text}</span>
