import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { heading, onward, Shell, sentence } from './shell.tsx'

/** What is thrown for a drive that is not there, or another person's: the person who asks can't tell which. */
export const noSuchDrive = 'no such drive'

export function DriveNotFound() {
  const { t } = useLingui()
  const { pathname } = useLocation()
  return (
    <Shell>
      <title>{`${t`Fund Drive Not Found`} · Harambee`}</title>
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
