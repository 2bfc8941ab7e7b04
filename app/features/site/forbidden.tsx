import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { LooseThread } from './loose-thread.tsx'
import { aside, heading, onward, Shell, sentence } from './shell.tsx'

/** 403: signed in, but this part of the house is not theirs. */
export function Forbidden() {
  return (
    <Shell>
      <LooseThread number="403" />
      <h1 className={heading}>
        <Trans>You don’t have access to this page</Trans>
      </h1>
      <p className={sentence}>
        <Trans>
          You are signed in, but this part is for administrators only. If you need access, ask an administrator to add
          you.
        </Trans>
      </p>
      <p className="flex flex-wrap gap-x-4">
        <Link to="/dashboard" className={onward}>
          <Trans>Go to your dashboard</Trans>
        </Link>
        <Link to="/" className={aside}>
          <Trans>Return to Home</Trans>
        </Link>
      </p>
    </Shell>
  )
}
