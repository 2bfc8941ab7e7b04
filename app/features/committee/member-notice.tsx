import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { HelperRole } from '#app/kit/rights.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'

type NoticeProps = {
  drive: { slug: string; helps: HelperRole | null; ownerName: string }
  /** The slug of the drive's invitation, where it has one. */
  gathering: string | undefined
}

/** Tells a helper whose drive this is, where their work is, and how to stop helping. */
export function HelperNotice({ drive: { slug, helps: role, ownerName: owner }, gathering }: NoticeProps) {
  const { t } = useLingui()
  const { Form, busy } = useDeed()
  if (!role) return null
  return (
    <Notice
      title={
        role === 'treasurer' ? (
          <Trans>You help with this fund drive as its treasurer</Trans>
        ) : (
          <Trans>You help with this fund drive as its secretary</Trans>
        )
      }
      action={
        <Form method="post" action={`/fund-drive/${slug}/home/leave`}>
          <Button variant="secondary" busy={busy}>
            <Trans>Stop helping</Trans>
          </Button>
        </Form>
      }
    >
      <p>{t`It is organised by ${owner}.`}</p>
      {role === 'secretary' &&
        (gathering ? (
          <Link to={`/gathering/${gathering}/home`} className="inline-flex min-h-11 items-center text-link">
            <Trans>Guests and answers</Trans>
          </Link>
        ) : (
          <p>
            <Trans>There is no invitation yet. The organiser makes it; then it is here.</Trans>
          </p>
        ))}
    </Notice>
  )
}
