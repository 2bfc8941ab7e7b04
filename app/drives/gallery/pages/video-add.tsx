import { Trans, useLingui } from '@lingui/react/macro'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { ownersOnly } from '#app/drives/drive/pages/guards.server.ts'
import { addVideo, galleryLimits } from '#app/drives/gallery/gallery.server.ts'
import { addVideoForm } from '#app/drives/gallery/gallery-forms.ts'
import { galleryTexts } from '#app/drives/gallery/gallery-says.ts'
import type { Answer } from '#app/kit/says.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Button } from '#app/ui/button.tsx'
import { AddressDialog } from '#app/ui/dialog.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/video-add.ts'

export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

export const action = formAction({
  form: addVideoForm,
  page: true,
  done: galleryTexts.video.added,
  failed: galleryTexts.video.notAdded,
  limits: (_, { context }) => galleryLimits(context.get(personContext)!.id),
  run: async ({ url }, { context }) => {
    const { id, slug } = context.get(driveContext)
    await addVideo(db, id, url)
    return { go: `/fund-drive/${slug}/video` }
  },
})

export default function Add({ params, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <DriveTitle page={t`Add Video`} />
      <AddVideo base={`/fund-drive/${params.slug}/video`} first={actionData} />
    </>
  )
}

/** Asks for the address of a video. Opened by its own address, so that it works without a script, too. */
function AddVideo({ base, first }: { base: string; first?: Answer }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <AddressDialog
      closeTo={base}
      title={<Trans>Add Video</Trans>}
      text={<Trans>From YouTube, Vimeo, TikTok or Facebook, or an .mp4 or .webm file on the web.</Trans>}
    >
      <Form method="post" action={`${base}/add`} className="grid gap-5">
        <Field label={<Trans>Video URL</Trans>} name="url" answer={answer} required>
          <Input inputMode="url" autoComplete="off" autoCapitalize="none" spellCheck={false} autoFocus />
        </Field>
        <div className="grid sm:justify-items-end">
          <Button busy={busy} busyText={t`Adding...`}>
            <Trans>Add Video</Trans>
          </Button>
        </div>
      </Form>
    </AddressDialog>
  )
}
