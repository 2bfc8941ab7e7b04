import { Trans } from '@lingui/react/macro'
import { useLocation, useNavigation } from 'react-router'
import './campaign.css'

/** On a slow line the page one asked for is named while it comes. The page one is on stays until then. */
export function OnTheWay() {
  const { pathname } = useLocation()
  const to = useNavigation().location?.pathname
  if (!to || to === pathname) return null
  return (
    <p role="status" className="on-the-way rounded-badge border border-line bg-card px-4 py-2 text-sm shadow-float">
      {to.endsWith('/info') ? <Trans>Loading fund drive information...</Trans> : <Trans>Loading...</Trans>}
    </p>
  )
}
