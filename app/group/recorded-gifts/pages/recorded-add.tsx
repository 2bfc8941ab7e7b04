import { useLingui } from '@lingui/react/macro'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { ownersOnly } from '#app/drives/drive/pages/guards.server.ts'
import { RecordDialog } from '#app/group/recorded-gifts/gift-form.tsx'
import { recordGift, recordLimits } from '#app/group/recorded-gifts/recorded.server.ts'
import { recordedGiftTexts } from '#app/group/recorded-gifts/recorded.ts'
import { recordForm } from '#app/group/recorded-gifts/recorded-forms.ts'
import { recordedOf } from '#app/group/recorded-gifts/recorded-list.server.ts'
import { dayAt } from '#app/kit/time.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { part } from '#app/platform/part.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import type { Route } from './+types/recorded-add.ts'

export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id } = context.get(driveContext)
  const [today, before] = [dayAt(new Date()), url.searchParams.get('before')]
  // Envelopes of one day are recorded one after the other: the next form begins with the day and the method of the one before.
  const last = before ? await part(context, recordedOf(db, id, numberIn(before))) : undefined
  const gift = last && last !== 'failed' ? { givenOn: last.givenOn, method: last.method } : { givenOn: today }
  return { formKey: crypto.randomUUID() as string, today, gift, before }
}

export const action = formAction({
  form: recordForm,
  page: true,
  done: recordedGiftTexts.recorded,
  failed: recordedGiftTexts.notRecorded,
  limits: (_, { context }) => recordLimits(context.get(personContext)!.id),
  run: async ({ key, anyway, about, next, ...given }, { context }) => {
    const { id: driveId, slug } = context.get(driveContext)
    const whose = { driveId, by: context.get(personContext)!.id, clientKey: key }
    const { id } = await recordGift(db, { ...given, ...whose, warns: true, anyway: anyway ? about : undefined })
    return { go: `/fund-drive/${slug}/recorded${next ? `/add?before=${id}` : ''}` }
  },
})

export default function Add({ loaderData, params, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { before, ...form } = loaderData
  return (
    <>
      <DriveTitle page={t`Record a gift`} />
      {/* The next gift has a form of its own: no typed value of the one before is left in it. */}
      <RecordDialog key={before} base={`/fund-drive/${params.slug}/recorded`} {...form} first={actionData} />
    </>
  )
}
