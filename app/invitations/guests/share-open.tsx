import { Trans, useLingui } from '@lingui/react/macro'
import { buttonClass } from '#app/ui/button.tsx'
import type { OccasionSeen } from './occasion-seen.server.ts'

/** False for occasions that are over or cancelled: their link is not shared. */
export const isToShare = ({ shared, standing }: Pick<OccasionSeen, 'shared' | 'standing'>): boolean =>
  shared && standing !== 'cancelled' && standing !== 'over'

/** The buttons that share or copy the open link. The page's small script shows them if the browser supports it. */
export function ShareOpen({ address }: { address: string }) {
  const { t } = useLingui()
  return (
    <div className="flex flex-wrap gap-3">
      <button type="button" hidden data-share={address} className={buttonClass({ variant: 'secondary' })}>
        <Trans>Share the invitation</Trans>
      </button>
      <button
        type="button"
        hidden
        data-share={address}
        data-copied={t`Copied`}
        className={buttonClass({ variant: 'secondary' })}
      >
        <Trans>Copy a link to share</Trans>
      </button>
    </div>
  )
}
