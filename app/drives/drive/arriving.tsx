import { Trans } from '@lingui/react/macro'
import { useLocation, useNavigation } from 'react-router'
import { Skeleton } from '#app/ui/skeleton.tsx'

/** Covers the old page while a drive's public page loads, in the shape of the page to come. */
export function Arriving() {
  const { location } = useNavigation()
  const { pathname } = useLocation()
  const there = location?.pathname
  const coming = there && there !== pathname && /^\/fundraiser\/[^/]+\/?$/.test(there)
  return (
    <div role="status">
      {coming && (
        <div className="fixed inset-0 z-40 overflow-hidden bg-paper">
          <Skeleton className="mt-16 aspect-[8/5] max-h-[45dvh] w-full rounded-none" />
          <div className="column pt-6">
            <p className="font-bold font-display text-2xl">
              <Trans>Loading fundraiser...</Trans>
            </p>
            <Skeleton className="mt-4 h-8 w-2/3" />
            <Skeleton className="mt-4 h-36 w-full max-w-md rounded-card" />
          </div>
        </div>
      )}
    </div>
  )
}
