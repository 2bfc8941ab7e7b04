import { Trans } from '@lingui/react/macro'
import { data, Link } from 'react-router'

export const loader = () => data(null, { status: 404 })

export default function NotFound() {
  return (
    <main>
      <h1>
        <Trans>Oops! Page not found</Trans>
      </h1>
      <Link to="/">
        <Trans>Return to Home</Trans>
      </Link>
    </main>
  )
}
