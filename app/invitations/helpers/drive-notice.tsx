import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { HelperRole } from '#app/kit/rights.ts'
import { homeOf } from './member.ts'
import { HelperNotice } from './member-notice.tsx'

type DriveNoticeProps = {
  drive: { slug: string; helps: HelperRole | null; ownerName: string }
  /** The slug of the drive's invitation, if it has one. */
  gathering: string | undefined
}

/** The notice to a helper of a drive, and the link to the guests. */
export const DriveNotice = ({ drive: { slug, helps, ownerName }, gathering }: DriveNoticeProps) =>
  helps && (
    <HelperNotice noun="drive" role={helps} owner={ownerName} leave={`/fund-drive/${slug}/home/leave`}>
      {helps === 'treasurer' ? <WaysToTheGroup slug={slug} /> : <WayToGuests gathering={gathering} />}
    </HelperNotice>
  )

const WaysToTheGroup = ({ slug }: { slug: string }) => (
  <p className="flex flex-wrap gap-x-5">
    <Link to={`/fund-drive/${slug}/recorded/add`} className="inline-flex min-h-11 items-center text-link">
      <Trans>Record a gift</Trans>
    </Link>
    <Link to={`/fund-drive/${slug}/bridge`} className="inline-flex min-h-11 items-center text-link">
      <Trans>Paste a list</Trans>
    </Link>
  </p>
)

const WayToGuests = ({ gathering }: Pick<DriveNoticeProps, 'gathering'>) =>
  gathering ? (
    <Link to={homeOf({ noun: 'gathering', slug: gathering })} className="inline-flex min-h-11 items-center text-link">
      <Trans>Guests and answers</Trans>
    </Link>
  ) : (
    <p>
      <Trans>There is no invitation yet. The organiser makes it; then it is here.</Trans>
    </p>
  )
