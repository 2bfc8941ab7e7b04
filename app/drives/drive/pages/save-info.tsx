import { useLingui } from '@lingui/react/macro'
import { forgetPicture, keepSentAlong, keptImage } from '#app/base/pictures/picture.server.ts'
import { InfoCard, infoOf } from '#app/drives/drive/campaign/info-form.tsx'
import { infoPageForm } from '#app/drives/drive/drive-forms.ts'
import { campaignTexts } from '#app/drives/drive/drive-texts.ts'
import { updateInfo } from '#app/drives/drive/manage.server.ts'
import { ownCategoriesFor } from '#app/drives/drive/own-categories.server.ts'
import { dayAt } from '#app/kit/time.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/save-info.ts'
import { DriveTitle, driveContext } from './context.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const drive = context.get(driveContext)
  return { drive: { ...infoOf(drive), own: await ownCategoriesFor(db, drive.category) }, today: dayAt(new Date()) }
}

export const action = formAction({
  form: infoPageForm,
  page: true,
  done: campaignTexts.updated,
  failed: campaignTexts.notUpdated,
  first: async (fields, { context }) => {
    if (await keepSentAlong(db, context.get(personContext)!.id, fields)) fields.delete('noImage')
  },
  run: async (asked, { context, params }) => {
    const mine = { ownerId: context.get(personContext)!.id, slug: params.slug! }
    const image = await keptImage(db, mine.ownerId, asked.image)
    const { version, replaced } = await updateInfo(db, mine, { ...asked, image })
    await forgetPicture(db, replaced)
    return context.get(askedContext).byScript ? { gave: { version } } : { go: `/fund-drive/${mine.slug}/info` }
  },
})

/** The page that a form sent without a script comes back to when a field is invalid. */
export default function SaveInfo({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <DriveTitle page={t`Info`} />
      <InfoCard {...loaderData} first={actionData} />
    </>
  )
}
