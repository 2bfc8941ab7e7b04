import { useLingui } from '@lingui/react/macro'
import { redirect } from 'react-router'
import { deleteForm } from '#app/drives/drive/campaign/campaign-forms.ts'
import { DeleteDriveDialog } from '#app/drives/drive/campaign/delete-dialog.tsx'
import { campaignTexts } from '#app/drives/drive/campaign/says.ts'
import { deleteWithPictures } from '#app/drives/drive/delete.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/delete.ts'
import { driveContext } from './context.ts'
import { ownersOnly } from './looking.server.ts'
import { DriveTitle } from './page-title.tsx'

export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

export function loader({ context }: Route.LoaderArgs) {
  const { slug, title, hadMoney } = context.get(driveContext)
  // The page below says why it can't be deleted: nothing is asked that could not be done.
  if (hadMoney) throw redirect(`/fund-drive/${slug}/settings`)
  return { slug, title }
}

export const action = deed({
  form: deleteForm,
  page: true,
  done: campaignTexts.deleted,
  failed: campaignTexts.notDeleted,
  run: async (_, { context, params }) => {
    await deleteWithPictures(db, { ownerId: context.get(personContext)!.id, slug: params.slug! })
    return { go: '/dashboard' }
  },
})

export default function Delete({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <DriveTitle page={t`Delete fund drive`} />
      <DeleteDriveDialog {...loaderData} first={actionData} />
    </>
  )
}
