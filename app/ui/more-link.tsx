import { type MouseEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { buttonClass } from './button.tsx'

type MoreLinkProps = {
  /** The page with the next part, for a person who has no script or wants another tab. */
  to: string
  /** Adds the next part below this one, and returns the id of its first element. */
  load: () => Promise<string | undefined>
  /** The words for a failure. */
  failed: ReactNode
  onFailed?: () => void
  children: ReactNode
}

/** A link to the next part of a list; with a script it adds that part below this one. */
export function MoreLink({ to, load, failed, onFailed, children }: MoreLinkProps) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const more = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (state === 'loading') return
    setState('loading')
    try {
      const first = await load()
      setState('idle')
      // Keyboard users continue with the first of the new ones.
      if (first) requestAnimationFrame(() => document.getElementById(first)?.focus())
    } catch {
      setState('failed')
      onFailed?.()
    }
  }
  return (
    <div className="my-4 grid justify-items-center gap-2">
      <Link
        to={to}
        preventScrollReset
        onClick={more}
        aria-busy={state === 'loading' || undefined}
        className={buttonClass({ variant: 'secondary' })}
      >
        {children}
      </Link>
      <p role="status" className="text-sm text-stop">
        {state === 'failed' && failed}
      </p>
    </div>
  )
}
