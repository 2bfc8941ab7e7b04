import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Answer } from '#app/kit/says.ts'

type Versioned = { version: number }

/**
 * A form that stays with the version it began with, while newer ones may come in from other windows. Says whether
 * something in it is not saved. A new round draws its fields anew, from the newest version.
 */
export function useBegun<Thing extends Versioned>(
  newest: Thing,
  form: RefObject<HTMLFormElement | null>,
  first?: Answer,
) {
  // A form that came back without a script still is on the version it was sent with.
  const [base, setBase] = useState(() => ({ ...newest, version: Number(first?.typed?.version ?? newest.version) }))
  const [{ round, past }, setRound] = useState<{ round: number; past?: Answer }>({ round: 0 })
  const [changed, setChanged] = useState(Boolean(first && !first.ok))
  const untouched = useRef('')
  const sent = useRef('')
  const begin = (past?: Answer) => {
    setBase(newest)
    setRound({ round: round + 1, past })
    setChanged(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round has new fields
  useEffect(() => {
    untouched.current = textOf(asDrawn(form.current))
    if (textOf(form.current) !== untouched.current) setChanged(true)
  }, [round])
  const overtaken = newest.version !== base.version
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is newer is shown at once while nothing is typed
  useEffect(() => {
    if (overtaken && !changed) begin(past)
  }, [overtaken, changed])
  return {
    base,
    round,
    /** An answer that concerns an earlier round. */
    past,
    changed,
    overtaken,
    begin,
    touch: () => setChanged(true),
    note: () => setChanged(textOf(form.current) !== untouched.current),
    sending: () => {
      sent.current = textOf(form.current)
    },
    /** What was typed while the form was on its way is not saved yet: it stays, on the version just saved. */
    saved: () => (textOf(form.current) === sent.current ? begin() : setBase(newest)),
  }
}

/** On a slow phone people type before the script runs: the fields then hold more than was drawn. */
function asDrawn(form: HTMLFormElement | null) {
  const copy = form && (form.cloneNode(true) as HTMLFormElement)
  copy?.reset()
  return copy
}

const textOf = (form: HTMLFormElement | null) =>
  form ? JSON.stringify([...new FormData(form)].filter(([, value]) => typeof value === 'string')) : ''
