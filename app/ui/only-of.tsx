import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { Link } from 'react-router'

/** Says that a list shows one fund drive alone, and leads back to all of them. Without a title the drive is gone. */
export function OnlyOf({ title, all }: { title: string | undefined; all: string }) {
  const { t } = useLingui()
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Trans>
        Only of{' '}
        <strong dir="auto" className="wrap-anywhere">
          {title ?? t`a fund drive that is gone`}
        </strong>
      </Trans>
      <Link to={all} preventScrollReset className="text-link inline-flex min-h-11 items-center gap-1">
        <X aria-hidden="true" className="size-4" />
        <Trans>All fund drives</Trans>
      </Link>
    </p>
  )
}
