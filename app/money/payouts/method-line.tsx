import { Trans } from '@lingui/react/macro'
import { Building2, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MethodShown } from './payout.ts'

type MethodLineProps = {
  method: MethodShown
  /** The actions on it. */
  children?: ReactNode
}

/** Shows a method as a line of a list, with only the end of the number. */
export function MethodLine({ method: { type, through, number, name, usableFrom }, children }: MethodLineProps) {
  const Icon = type === 'bank' ? Building2 : Smartphone
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">
          {through} <span className="figures whitespace-nowrap">{number}</span>
        </p>
        {name && (
          <p dir="auto" className="wrap-anywhere text-muted text-sm">
            {name}
          </p>
        )}
        {usableFrom && (
          <p className="text-sm text-warn">
            <Trans>New: it can be used from {usableFrom}</Trans>
          </p>
        )}
      </div>
      {children}
    </li>
  )
}
