import { type MouseEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { buttonClass } from './button.tsx'

type MoreLinkProps = {
  /** The page with the next part on it, for the person who has no script or wants another tab. */
  to: string
  /** Puts the next part below this one, and says which element is its first. */
  load: () => Promise<string | undefined>
  /** What is said when that fails. */
  failed: ReactNode
  onFailed?: () => void
  children: ReactNode
}

/** Leads to the next part of a list; with a script that part is put below this one. */
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
      // A person who goes on by keyboard goes on with the first of the new ones.
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
