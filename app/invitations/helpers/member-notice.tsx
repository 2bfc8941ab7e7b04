import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { HelperRole } from '#app/kit/rights.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { type HelpedNoun, homeOf } from './member.ts'

type NoticeProps = {
  noun: HelpedNoun
  role: HelperRole
  owner: string
  /** The address of the form action that ends the help. */
  leave: string
  children?: ReactNode
}

/** Tells a helper their role, the organiser, and how to stop helping. */
export function HelperNotice({ noun, role, owner, leave, children }: NoticeProps) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  const secretary =
    noun === 'drive' ? (
      <Trans>You help with this fund drive as its secretary</Trans>
    ) : (
      <Trans>You help with this invitation as its secretary</Trans>
    )
  return (
    <Notice
      title={role === 'treasurer' ? <Trans>You help with this fund drive as its treasurer</Trans> : secretary}
      action={
        <Form method="post" action={leave}>
          <Button variant="secondary" busy={busy}>
            <Trans>Stop helping</Trans>
          </Button>
        </Form>
      }
    >
      <p>{t`It is organised by ${owner}.`}</p>
      {children}
    </Notice>
  )
}

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
