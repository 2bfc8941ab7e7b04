import { useLingui } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { brand } from '#app/kit/brand.ts'
import { cx } from '#app/ui/cx.ts'

type AdminPageProps = {
  /** The page's name, as in the sidebar. */
  page: string
  text?: ReactNode
  /** Actions of the page as a whole, such as exporting it as a file. */
  actions?: ReactNode
  children: ReactNode
}

/** An admin page: its name, one quiet line about its content, and its actions. */
export function AdminPage({ page, text, actions, children }: AdminPageProps) {
  const { t } = useLingui()
  return (
    <div className="office-page grid gap-5 *:min-w-0">
      <title>{`${page} · ${t`Admin`} · ${brand()}`}</title>
      <div className="office-head flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 dir="auto" className="text-2xl">
            {page}
          </h1>
          {text && <p className="mt-1 max-w-[70ch] text-muted">{text}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </div>
      {children}
    </div>
  )
}

/** A labelled fact beside the page's name. */
export const FactLine = ({
  label,
  children,
  className,
}: {
  label: string
  children: ReactNode
  className?: string
}) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-6">
    <dt className="text-muted">{label}</dt>
    <dd dir="auto" className={cx('wrap-anywhere', className)}>
      {children}
    </dd>
  </div>
)

/** The link from one item back to all of them, in the place of the page's line. */
export const BackTo = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="text-link inline-flex min-h-11 items-center gap-1">
    <ArrowLeft aria-hidden="true" className="size-4" />
    {children}
  </Link>
)
