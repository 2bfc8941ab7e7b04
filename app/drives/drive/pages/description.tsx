import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { DescriptionEditor } from '#app/drives/drive/description-editor.tsx'
import { DescriptionPlain } from '#app/drives/drive/description-plain.tsx'
import { DescriptionView, EditDescription } from '#app/drives/drive/description-view.tsx'
import { descriptionForm } from '#app/drives/drive/drive-forms.ts'
import { driveTexts } from '#app/drives/drive/drive-says.ts'
import { EditorOnItsWay } from '#app/drives/drive/editor-on-its-way.tsx'
import { withFarPicturesKept } from '#app/drives/drive/far-text.server.ts'
import { updateDescription } from '#app/drives/drive/manage.server.ts'
import { cleanHtml } from '#app/drives/drive/rich-text.server.ts'
import { shownDescription } from '#app/drives/drive/shown-text.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { Route } from './+types/description.ts'
import { driveContext, readOnlyContext } from './context.ts'
import { DriveTitle } from './page-title.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug, description, descriptionVersion: version } = context.get(driveContext)
  const editing = url.searchParams.has('edit') && !context.get(readOnlyContext)
  const html = editing ? (cleanHtml(description ?? '') ?? '') : (description ?? '')
  return { editing, saved: { id, slug, version, html, shown: await shownDescription(db, description) } }
}

export const action = deed({
  form: descriptionForm,
  page: true,
  done: driveTexts.described,
  failed: driveTexts.notDescribed,
  limits: (_, { context }) => [{ name: 'description', key: context.get(personContext)!.id, times: 200, seconds: 3600 }],
  run: async (typed, { context }) => {
    const { slug } = context.get(driveContext)
    const ownerId = context.get(personContext)!.id
    const description = typed.description && (await withFarPicturesKept(db, ownerId, typed.description))
    await updateDescription(db, { ownerId, slug }, { ...typed, description })
    return context.get(askedContext).byScript ? undefined : { go: `/fund-drive/${slug}/description` }
  },
})

export default function Description({ loaderData: { editing, saved }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const close = () => void navigate('?', { replace: true, preventScrollReset: true })
  return (
    <>
      <DriveTitle page={t`Description`} />
      <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl">
          <Trans>Description</Trans>
        </h2>
        {!editing && <EditDescription />}
      </div>
      {!editing && <DescriptionView saved={saved} />}
      {editing && !hydrated && (
        <>
          <DescriptionPlain saved={saved} first={actionData} />
          <EditorOnItsWay className="needs-script" />
        </>
      )}
      {editing && hydrated && <DescriptionEditor saved={saved} first={actionData} onClose={close} />}
    </>
  )
}
