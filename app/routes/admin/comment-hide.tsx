import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { HeldWords } from '#app/office/comments/held-table.tsx'
import { Decision } from '#app/office/decision-dialog.tsx'
import type { Route } from './+types/comment-hide.ts'
import { commentToDecide, decideComment } from './decide-comment.server.ts'

export const loader = commentToDecide
export const action = decideComment('hidden')

/** Stands over the list; it has an address of its own, so it opens without a script too. */
export default function HideComment({ loaderData: { comment }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { search } = useLocation()
  return (
    <Decision
      title={t`Hide this comment`}
      text={<Trans>Only the owner will see it, and can show it again.</Trans>}
      back={`/admin/comments${search}`}
      whyHint={<Trans>It is kept in the audit log. Neither the owner nor the writer sees it.</Trans>}
      confirm={t`Hide`}
      busyText={t`Saving...`}
      first={actionData}
      fields={() => <HeldWords comment={comment} />}
    />
  )
}
