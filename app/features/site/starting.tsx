import { Trans } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { heading, onward, Shell, sentence } from './shell.tsx'

/** 503 in the first moments of the server. The page asks again by itself. */
export function Starting() {
  const { pathname, search } = useLocation()
  return (
    <Shell alone>
      <meta httpEquiv="refresh" content="2" />
      <h1 className={heading}>
        <Trans>Harambee is starting</Trans>
      </h1>
      <p className={sentence}>
        <Trans>It takes a moment. This page opens automatically when everything is ready.</Trans>
      </p>
      <a href={pathname + search} className={onward}>
        <Trans>Refresh Page</Trans>
      </a>
    </Shell>
  )
}
