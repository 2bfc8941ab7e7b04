import { Trans, useLingui } from '@lingui/react/macro'
import { buttonClass } from '#app/ui/button.tsx'
import type { OccasionSeen } from './occasion-seen.server.ts'

/** Nobody passes on the link to what is over or cancelled. */
export const isToShare = ({ shared, standing }: Pick<OccasionSeen, 'shared' | 'standing'>): boolean =>
  shared && standing !== 'cancelled' && standing !== 'over'

/** Shares or copies the link that is for everybody. Shown by the small script of the page, where the browser can do it. */
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
