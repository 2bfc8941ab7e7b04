import { Trans } from '@lingui/react/macro'
import { LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { DriveSeen } from './office.ts'

/** What can be done about a drive. Nobody decides about their own. */
export function DriveWays({ drive, isOwn }: { drive: DriveSeen; isOwn: boolean }) {
  const base = `/admin/fund-drives/${drive.slug}`
  if (isOwn)
    return (
      <Notice title={<Trans>This fund drive is yours</Trans>}>
        <Trans>Another administrator has to decide about it.</Trans>
      </Notice>
    )
  return (
    <div className="flex flex-wrap gap-3">
      {drive.stop ? (
        <LinkButton to={`${base}/open`} preventScrollReset>
          <Trans>Open again</Trans>
        </LinkButton>
      ) : (
        <LinkButton to={`${base}/pause`} preventScrollReset variant="secondary" className="text-stop">
          <Trans>Pause</Trans>
        </LinkButton>
      )}
      {drive.freeze ? (
        <LinkButton to={`${base}/free`} preventScrollReset>
          <Trans>Unfreeze withdrawals</Trans>
        </LinkButton>
      ) : (
        <LinkButton to={`${base}/freeze`} preventScrollReset variant="secondary" className="text-stop">
          <Trans>Freeze withdrawals</Trans>
        </LinkButton>
      )}
      {drive.hidden ? (
        <LinkButton to={`${base}/show-recorded`} preventScrollReset>
          <Trans>Show recorded gifts</Trans>
        </LinkButton>
      ) : (
        drive.recorded > 0 && (
          <LinkButton to={`${base}/hide-recorded`} preventScrollReset variant="secondary" className="text-stop">
            <Trans>Hide recorded gifts</Trans>
          </LinkButton>
        )
      )}
      <LinkButton to={`${base}/give-views`} preventScrollReset variant="secondary">
        <Trans>Give free views</Trans>
      </LinkButton>
    </div>
  )
}
