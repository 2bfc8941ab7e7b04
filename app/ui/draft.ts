import { useMemo, useRef, useState } from 'react'
import { submittedByBrowser } from './old-page.ts'
import { useHydrated } from './use-hydrated.ts'

/**
 * Keeps what was typed in a form, in this tab and for as long as it is open, until it is sent or thrown away: the person who
 * leaves the form by accident, or loads the page again, finds it as it was. `kept` is what was found at the beginning.
 */
export function useDraft(name: string) {
  const hydrated = useHydrated()
  const [thrownAway, setThrownAway] = useState(0)
  /** Where this page has written itself: that is no find, and a form that is being typed in stays as it is. */
  const written = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after it was thrown away there is nothing to be found
  const kept = useMemo(
    () => (hydrated && written.current !== name ? read(name) : undefined),
    [hydrated, name, thrownAway],
  )
  return {
    kept,
    /** What is known to come into the form next, but is not drawn yet, is handed in. */
    keep: (form: HTMLFormElement, more?: Record<string, string>) => {
      written.current = name
      write(name, { ...textsOf(form), ...more })
      names.set(form, name)
      form.addEventListener(submittedByBrowser, goes)
    },
    /** Nothing is to be kept any more, as when it was sent. */
    forget: () => write(name, undefined),
    /** The same, and the form begins anew: its key on the page is `round`. */
    throwAway: () => {
      write(name, undefined)
      setThrownAway((times) => times + 1)
    },
    round: `${kept ? 'kept' : 'fresh'} ${thrownAway}`,
  }
}

const names = new WeakMap<EventTarget, string>()
const goes = ({ target }: Event) => write(names.get(target!)!, undefined)

const textsOf = (form: HTMLFormElement) =>
  Object.fromEntries([...new FormData(form)].filter(([, value]) => typeof value === 'string')) as Record<string, string>

/** A browser may forbid any keeping: then there is no draft. */
function read(name: string): Record<string, string> | undefined {
  try {
    const found = sessionStorage.getItem(name)
    return found ? (JSON.parse(found) as Record<string, string>) : undefined
  } catch {
    return undefined
  }
}

function write(name: string, texts: Record<string, string> | undefined) {
  try {
    if (texts) sessionStorage.setItem(name, JSON.stringify(texts))
    else sessionStorage.removeItem(name)
  } catch {
    // Full, or forbidden: it is only a kindness.
  }
}
