import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

type OfficePageProps = {
  /** The page's name, as the sidebar has it. */
  page: string
  text?: ReactNode
  /** What can be done with the page as a whole, such as taking it along as a file. */
  actions?: ReactNode
  children: ReactNode
}

/** A page of the back office: its name, one quiet line on what it holds, and what can be done with it. */
export function OfficePage({ page, text, actions, children }: OfficePageProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-5 *:min-w-0">
      <title>{`${page} · ${t`Admin`} · Harambee`}</title>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-2xl">{page}</h1>
          {text && <p className="mt-1 max-w-[70ch] text-muted">{text}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
