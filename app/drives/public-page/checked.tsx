import { Trans } from '@lingui/react/macro'
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'

/** Shows what was checked of a drive, and what was not. */
export function Checked({ day, by }: { day: string; by: 'email' | 'phone' }) {
  return (
    <>
      <ul className="grid gap-3">
        <Point done>
          {by === 'phone' ? (
            <Trans>The organiser’s phone number was confirmed before this fundraiser was published on {day}.</Trans>
          ) : (
            <Trans>The organiser’s email address was confirmed before this fundraiser was published on {day}.</Trans>
          )}
        </Point>
        <Point>
          <Trans>The organiser’s identity and the story told here were not checked by us.</Trans>
        </Point>
        <Point>
          <Trans>What happens with the money afterwards was not checked by us.</Trans>
        </Point>
      </ul>
      <p className="mt-4 text-muted">
        <Trans>Give to people you know, or ask someone who knows them.</Trans>
      </p>
    </>
  )
}

function Point({ done, children }: { done?: boolean; children: ReactNode }) {
  const Icon = done ? Check : Minus
  return (
    <li className="flex gap-3">
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${done ? 'text-gain' : 'text-muted'}`} />
      <span>{children}</span>
    </li>
  )
}
