import { Plural, Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { moneyText } from '#app/kit/money.ts'
import { takeSaid } from '#app/ui/static-page.ts'
import { arrived, standOf } from './arrived.ts'
import type { DonationPage } from './donation.ts'

type ArrivalsProps = {
  /** The totals and gifts when the page was loaded, and the current ones. */
  before: Told
  now: Told
}
type Told = { donors: number; gifts: DonationPage }
type Stand = ReturnType<typeof standOf>

/** Milliseconds for which gifts are collected, so that a screen reader says one sentence and not ten. */
const pause = 1500

/** Announces new gifts politely to people who can't see the bar move: from whom, or how many at once. */
export function Arrivals({ before, now }: ArrivalsProps) {
  const told = useRef(useState(() => startOf(before))[0])
  const latest = useRef(now)
  latest.current = now
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [said, setSaid] = useState<{ nr: number; words: ReactNode }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins a pause, unless one is under way
  useEffect(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      const words = wordsFor(told.current, latest.current)
      told.current = standOf(latest.current)
      if (words) setSaid((last) => ({ nr: (last?.nr ?? 0) + 1, words }))
    }, pause)
  }, [now])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <p role="status" className="sr-only">
      {/* A new key makes the same words a new announcement. */}
      {said && <span key={said.nr}>{said.words}</span>}
    </p>
  )
}

/** Skips gifts that the page announced before it was hydrated. */
function startOf(before: Told): Stand {
  const stand = standOf(before)
  const said = takeSaid<Stand>()
  return said && said.newest > stand.newest ? said : stand
}

function wordsFor(before: Stand, now: Told): ReactNode {
  const came = arrived(before, now)
  if (!came) return null
  const { count, one } = came
  if (count > 1) return <Plural value={count} one="# new donation" other="# new donations" />
  const amount = moneyText(one.amount)
  if (one.name === null) return <Trans>Someone gave {amount}</Trans>
  return (
    <Trans>
      <Typed text={one.name} /> gave {amount}
    </Trans>
  )
}

/** Text that a person typed, kept apart from the words around it: no part of it reads as ours. */
const Typed = ({ text }: { text: string }) => <span dir="auto">{text}</span>
