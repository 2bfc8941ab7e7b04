import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { keptImage } from '#app/base/pictures/far.server.ts'
import { keepSentAlong } from '#app/base/pictures/sent-along.server.ts'
import { createDrive, createLimits } from '#app/drives/drive/create.server.ts'
import { CreateForm } from '#app/drives/drive/create-form.tsx'
import { createDriveForm } from '#app/drives/drive/drive-forms.ts'
import { driveTexts } from '#app/drives/drive/drive-says.ts'
import { freeViews } from '#app/drives/views/credits.server.ts'
import { dayAt } from '#app/kit/time.ts'
import { ConfirmFirst } from '#app/people/accounts/confirm-first.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { AddressDialog } from '#app/ui/dialog.tsx'
import type { Route } from './+types/new-drive.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { id, email, isConfirmed } = context.get(personContext)!
  return {
    views: await freeViews(db),
    personId: id,
    email,
    isConfirmed,
    formKey: crypto.randomUUID(),
    today: dayAt(new Date()),
  }
}

export const action = formAction({
  form: createDriveForm,
  page: true,
  done: driveTexts.created,
  failed: driveTexts.createFailed,
  first: (fields, { context }) => keepSentAlong(db, context.get(personContext)!.id, fields),
  limits: (_, { context }) => createLimits(context.get(personContext)!.id),
  run: async (asked, { context }) => {
    const ownerId = context.get(personContext)!.id
    const image = await keptImage(db, ownerId, asked.image)
    const { slug } = await createDrive(db, ownerId, { ...asked, image })
    return context.get(askedContext).byScript ? { gave: { slug } } : { go: `/fund-drive/${slug}/home` }
  },
})

/** Opens over the dashboard; the form has an address of its own, so it works without a script too. */
export default function New({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { email, isConfirmed, views, ...form } = loaderData
  const { search, key } = useLocation()
  const back = `/dashboard${search}`
  return (
    <>
      <title>{`${t`New Fund Drive`} · Harambee`}</title>
      <AddressDialog
        // A person who closes the form and comes back before the page below is there gets a new one.
        key={key}
        closeTo={back}
        title={<Trans>New Fund Drive</Trans>}
        text={<Trans>It takes about two minutes. Everything can be changed later.</Trans>}
      >
        <div className="grid gap-5">
          {email && !isConfirmed && <ConfirmFirst email={email} />}
          {views !== null && (
            <p className="text-muted">
              <Plural
                value={views}
                one="It comes with # free view: one visitor can read its story. Then the story closes until you buy more views; giving stays open."
                other="It comes with # free views: so many visitors can read its story. Then the story closes until you buy more views; giving stays open."
              />
            </p>
          )}
          <CreateForm {...form} first={actionData} />
        </div>
      </AddressDialog>
    </>
  )
}
