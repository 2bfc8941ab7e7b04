import { useLingui } from '@lingui/react/macro'
import { personContext } from '#app/features/people/session.server.ts'
import { RecordDialog } from '#app/features/recorded/record-dialog.tsx'
import { recordGift, recordLimits } from '#app/features/recorded/recorded.server.ts'
import { says } from '#app/features/recorded/recorded.ts'
import { recordForm } from '#app/features/recorded/recorded-forms.ts'
import { dayAt } from '#app/kit/time.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/recorded-add.ts'
import { driveContext } from './context.ts'
import { ownersOnly } from './looking.server.ts'
import { PageTitle } from './page-title.tsx'

export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

export const loader = () => ({ formKey: crypto.randomUUID() as string, today: dayAt(new Date()) })

export const action = deed({
  form: recordForm,
  page: true,
  done: says.recorded,
  failed: says.notRecorded,
  limits: (_, { context }) => recordLimits(context.get(personContext)!.id),
  run: async ({ key, ...given }, { context }) => {
    const { id: driveId, slug } = context.get(driveContext)
    await recordGift(db, { ...given, driveId, by: context.get(personContext)!.id, clientKey: key })
    return { go: `/fund-drive/${slug}/recorded` }
  },
})

export default function Add({ loaderData, params, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <PageTitle page={t`Record a gift`} />
      <RecordDialog base={`/fund-drive/${params.slug}/recorded`} {...loaderData} first={actionData} />
    </>
  )
}
