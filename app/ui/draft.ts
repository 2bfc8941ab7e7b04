import { useMemo, useRef, useState } from 'react'
import { submittedByBrowser } from './old-page.ts'
import { useHydrated } from './use-hydrated.ts'

/**
 * Stores what is typed in a form, in this tab until the tab is closed, or the form is sent or discarded: a person who leaves the form
 * by accident, or reloads the page, finds their text. `kept` is the draft found at the beginning.
 */
export function useDraft(name: string) {
  const hydrated = useHydrated()
  const [thrownAway, setThrownAway] = useState(0)
  /** The draft that this page wrote: it is not restored, so a form that is being typed in stays as it is. */
  const written = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after it was thrown away there is nothing to be found
  const kept = useMemo(
    () => (hydrated && written.current !== name ? read(name) : undefined),
    [hydrated, name, thrownAway],
  )
  return {
    kept,
    /** Stores the form; `more` has values that will come into it next but are not rendered yet. */
    keep: (form: HTMLFormElement, more?: Record<string, string>) => {
      written.current = name
      write(name, { ...textsOf(form), ...more })
      names.set(form, name)
      form.addEventListener(submittedByBrowser, goes)
    },
    /** Removes the draft, as when the form was sent. */
    forget: () => write(name, undefined),
    /** Removes the draft, and resets the form by its key `round`. */
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

/** Reads the draft. A browser may forbid any storage: then there is none. */
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
    // Storage is full or forbidden: a draft is only a convenience.
  }
}
