import { Trans } from '@lingui/react/macro'
import type { OccasionSeen } from './occasion-seen.server.ts'

/** The note above the card, which looks like an invitation, when no occasion is still to come. */
export function NothingToCome({ occasions }: { occasions: Pick<OccasionSeen, 'standing'>[] }) {
  if (occasions.some(({ standing }) => standing !== 'cancelled' && standing !== 'over')) return null
  const isCancelled = occasions.every(({ standing }) => standing === 'cancelled')
  return (
    <p
      role="status"
      className={`px-4 py-3 text-center font-semibold lg:mb-8 ${isCancelled ? 'bg-stop-soft' : 'bg-well'}`}
    >
      {isCancelled ? <Trans>This occasion was cancelled.</Trans> : <Trans>This occasion is over.</Trans>}
    </p>
  )
}
