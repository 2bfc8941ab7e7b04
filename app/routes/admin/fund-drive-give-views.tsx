import { Trans, useLingui } from '@lingui/react/macro'
import { useOutletContext } from 'react-router'
import { deciderIn } from '#app/features/people/confirm.server.ts'
import { Decision } from '#app/office/decision-dialog.tsx'
import type { DriveSeen } from '#app/office/drives/office.ts'
import { GiftField } from '#app/office/views/gift-field.tsx'
import { giveViews } from '#app/office/views/give.server.ts'
import { giveSays as says } from '#app/office/views/give.ts'
import { giveForm } from '#app/office/views/give-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/fund-drive-give-views.ts'

export const action = deed({
  form: giveForm,
  page: true,
  done: says.given,
  failed: says.notGiven,
  secret: ['again'],
  run: async ({ views, why, again }, { params, context }) => {
    await giveViews(db, params.slug!, views, { by: await deciderIn(db, context, again), why })
    return { go: `/admin/fund-drives/${params.slug}` }
  },
})

export default function GiveViews({ actionData, params }: Route.ComponentProps) {
  const { t } = useLingui()
  const { title, viewsLeft } = useOutletContext<DriveSeen>()
  return (
    <Decision
      title={t`Give free views to ${title}`}
      text={<Trans>They are added to what is left, free of charge.</Trans>}
      back={`/admin/fund-drives/${params.slug}`}
      whyHint={<Trans>For administrators only.</Trans>}
      confirm={t`Give free views`}
      busyText={t`Giving...`}
      first={actionData}
      fields={(answer) => <GiftField left={viewsLeft} answer={answer} />}
    />
  )
}
