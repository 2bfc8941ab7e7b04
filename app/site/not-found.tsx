import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import { heading, LooseThread, onward, Shell, sentence } from './shell.tsx'

/** The 404 page. */
export function NotFound() {
  const { t } = useLingui()
  return (
    <Shell>
      <title>{titled(t`Oops! Page not found`)}</title>
      <LooseThread number="404" />
      <h1 className={heading}>
        <Trans>Oops! Page not found</Trans>
      </h1>
      <p className={sentence}>
        <Trans>The thread ends here. There may be a typo in the address, or the page was removed.</Trans>
      </p>
      <Link to="/" className={onward}>
        <Trans>Return to Home</Trans>
      </Link>
    </Shell>
  )
}

/** The error of a drive that does not exist or is another person's: the visitor can't tell which. */
export const noSuchDrive = 'no such drive'

export function DriveNotFound() {
  const { t } = useLingui()
  const { pathname } = useLocation()
  return (
    <Shell>
      <title>{titled(t`Fund Drive Not Found`)}</title>
      <h1 className={heading}>
        <Trans>Fund Drive Not Found</Trans>
      </h1>
      {pathname.endsWith('/home') && (
        <p className={sentence}>
          <Trans>Fund drive not found.</Trans>
        </p>
      )}
      <p className={sentence}>
        <Trans>It may have been deleted, or it belongs to another account.</Trans>
      </p>
      <a href="/dashboard" className={onward}>
        <Trans>Back to Dashboard</Trans>
      </a>
    </Shell>
  )
}
