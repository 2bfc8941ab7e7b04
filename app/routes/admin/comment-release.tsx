import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { HeldWords } from '#app/office/comments/held-table.tsx'
import { Decision } from '#app/office/decision-dialog.tsx'
import type { Route } from './+types/comment-release.ts'
import { commentToDecide, decideComment } from './decide-comment.server.ts'

export const loader = commentToDecide
export const action = decideComment('shown')

/** Stands over the list; it has an address of its own, so it opens without a script too. */
export default function ReleaseComment({ loaderData: { comment }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { search } = useLocation()
  return (
    <Decision
      title={t`Approve this comment`}
      text={<Trans>It will appear on the fund drive’s public page.</Trans>}
      back={`/admin/comments${search}`}
      whyHint={<Trans>It is kept in the audit log. Neither the owner nor the writer sees it.</Trans>}
      confirm={t`Approve`}
      busyText={t`Saving...`}
      first={actionData}
      fields={() => <HeldWords comment={comment} />}
    />
  )
}
