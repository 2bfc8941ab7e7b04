import { Trans } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/**
 * The figures and the link of a drive behind one line, above pages with a matter of their own. The browser unfolds it,
 * with or without a script. On wide screens the line is in the row of the header.
 */
export function Folded({ children }: { children: ReactNode }) {
  return (
    <details className="group/fold no-print">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-control font-semibold text-[0.9375rem] text-muted hover:text-ink xl:absolute xl:top-0 xl:right-0 xl:h-18 xl:w-36 xl:justify-end [&::-webkit-details-marker]:hidden">
        <Trans>Stats & link</Trans>
        <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open/fold:rotate-180" />
      </summary>
      <div className="grid gap-3 pt-1 pb-3 *:min-w-0">{children}</div>
    </details>
  )
}
