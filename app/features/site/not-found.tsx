import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { LooseThread } from './loose-thread.tsx'
import { heading, onward, Shell, sentence } from './shell.tsx'

/** 404. */
export function NotFound() {
  const { t } = useLingui()
  return (
    <Shell>
      <title>{`${t`Oops! Page not found`} · Harambee`}</title>
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
