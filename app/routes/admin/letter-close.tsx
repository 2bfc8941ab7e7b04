import { Trans, useLingui } from '@lingui/react/macro'
import { data, useLocation } from 'react-router'
import { recordLook } from '#app/features/audit/audit.server.ts'
import { actorIn, deciderIn } from '#app/features/people/confirm.server.ts'
import { says } from '#app/features/support/letter.ts'
import { Decision } from '#app/office/decision-dialog.tsx'
import { decisionForm } from '#app/office/decision-forms.ts'
import { closeLetter, letterNumbered } from '#app/office/letters/letters.server.ts'
import { LetterWords } from '#app/office/letters/letters-table.tsx'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import type { Route } from './+types/letter-close.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const letter = await letterNumbered(db, numberIn(params.letter))
  if (!letter) throw data(null, { status: 404 })
  await recordLook(db, { by: actorIn(context), noun: 'letter', subject: letter.id })
  return { letter }
}

export const action = deed({
  form: decisionForm,
  page: true,
  done: says.closed,
  failed: says.notClosed,
  secret: ['again'],
  run: async ({ why, again }, { request, params, context }) => {
    await closeLetter(db, numberIn(params.letter), { by: await deciderIn(db, context, again), why })
    return { go: `/admin/letters${new URL(request.url).search}` }
  },
})

/** Opens over the list; it has an address of its own, so it opens without a script too. */
export default function CloseLetter({ loaderData: { letter }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { search } = useLocation()
  return (
    <Decision
      title={t`Close this message`}
      text={<Trans>Close it when you have done what it asks for, or decided against it.</Trans>}
      back={`/admin/letters${search}`}
      whyHint={<Trans>Write what you did. It is kept in the audit log.</Trans>}
      confirm={t`Close`}
      busyText={t`Saving...`}
      first={actionData}
      fields={() => <LetterWords letter={letter} />}
    />
  )
}
