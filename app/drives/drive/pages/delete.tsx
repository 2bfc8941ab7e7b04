import { Trans, useLingui } from '@lingui/react/macro'
import { redirect, useNavigate } from 'react-router'
import { deleteForm } from '#app/drives/drive/drive-forms.ts'
import { campaignTexts } from '#app/drives/drive/drive-texts.ts'
import { deleteWithPictures } from '#app/drives/drive/manage.server.ts'
import type { Answer } from '#app/kit/says.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { AlertDialog } from '#app/ui/dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/delete.ts'
import { DriveTitle, driveContext } from './context.tsx'
import { ownersOnly } from './guards.server.ts'

export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

export function loader({ context }: Route.LoaderArgs) {
  const { slug, title, hadMoney } = context.get(driveContext)
  // The page below says why it can't be deleted: nothing is asked that could not be done.
  if (hadMoney) throw redirect(`/fund-drive/${slug}/settings`)
  return { slug, title }
}

export const action = formAction({
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

type DeleteDialogProps = { slug: string; title: string; first?: Answer }

/** Asks whether it is meant. Has an address of its own, so it opens without a script too. */
function DeleteDriveDialog({ slug, title, first }: DeleteDialogProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { Form, busy, answer = first } = useFormAction()
  const back = `/fund-drive/${slug}/settings`
  return (
    <AlertDialog
      open
      onClose={() => void navigate(back, { replace: true, preventScrollReset: true })}
      closeTo={back}
      title={<Trans>Delete this fund drive?</Trans>}
      text={
        <Trans>
          Its page, pictures, comments and visits will be deleted permanently, and links to it will stop working. Nobody
          else can use its address.
        </Trans>
      }
      cancelText={<Trans>Keep it</Trans>}
      confirm={null}
    >
      <Form method="post" action={`${back}/delete`} className="grid gap-4">
        {answer && !answer.ok && answer.says && (
          <Notice tone="stop" title={answer.says.title}>
            {answer.says.text}
          </Notice>
        )}
        <p dir="auto" className="font-bold font-display text-lg wrap-anywhere">
          {title}
        </p>
        <Checkbox name="sure" label={<Trans>Yes, I want to delete it permanently</Trans>} answer={answer} required />
        <Button variant="danger" wide busy={busy} busyText={t`Deleting...`}>
          {t`Delete fund drive`}
        </Button>
      </Form>
    </AlertDialog>
  )
}
