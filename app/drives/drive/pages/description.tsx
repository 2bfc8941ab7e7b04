import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useState } from 'react'
import { Form, useNavigate } from 'react-router'
import {
  type Described,
  DescriptionEditor,
  EditorOnItsWay,
  editAddress,
  warmEditor,
} from '#app/drives/drive/description-editor.tsx'
import { draftOf, dropDraft } from '#app/drives/drive/draft.ts'
import { descriptionForm } from '#app/drives/drive/drive-forms.ts'
import { driveTexts } from '#app/drives/drive/drive-texts.ts'
import { withFarPicturesKept } from '#app/drives/drive/far-pictures.server.ts'
import { updateDescription } from '#app/drives/drive/manage.server.ts'
import { OtherVersion } from '#app/drives/drive/other-version.tsx'
import { plainOf } from '#app/drives/drive/plain-text.ts'
import { cleanHtml, shownDescription } from '#app/drives/drive/rich-text.server.ts'
import type { Answer } from '#app/kit/says.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { RichText } from '#app/ui/rich-text.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { Route } from './+types/description.ts'
import { DriveTitle, driveContext, readOnlyContext } from './context.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug, description, descriptionVersion: version } = context.get(driveContext)
  const editing = url.searchParams.has('edit') && !context.get(readOnlyContext)
  const html = editing ? (cleanHtml(description ?? '') ?? '') : (description ?? '')
  return { editing, saved: { id, slug, version, html, shown: await shownDescription(db, description) } }
}

export const action = formAction({
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

/**
 * Writes the description without a script. Paragraphs are typed as they are; a text with more than paragraphs is shown
 * with its tags, because a plain one would lose what they say.
 */
function DescriptionPlain({ saved, first }: { saved: Described; first?: Answer }) {
  const { t } = useLingui()
  const id = useId()
  const plain = plainOf(saved.html)
  const format = first?.typed?.format ?? (plain === undefined ? 'html' : 'text')
  const stale = first && first.typed?.version !== String(saved.version)
  return (
    <div className="without-script grid gap-4">
      {first?.says && <p role="alert">{first.says.title}</p>}
      {stale && <OtherVersion saved={saved} form={id} busy={false} />}
      <Form id={id} method="post" action={editAddress(saved.slug)} className="grid gap-4">
        <input type="hidden" name="version" value={first?.typed?.version ?? saved.version} />
        <input type="hidden" name="format" value={format} />
        <Field
          label={<Trans>Description</Trans>}
          name="description"
          answer={first}
          hint={
            format === 'text' ? (
              <Trans>An empty line begins a new paragraph.</Trans>
            ) : (
              <Trans>
                This text has headings, lists, links or pictures: don’t change what is between {'<'} and {'>'}.
              </Trans>
            )
          }
        >
          <TextArea rows={16} defaultValue={format === 'text' ? plain : saved.html} />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button>{t`Save`}</Button>
          <LinkButton variant="secondary" to={`/fund-drive/${saved.slug}/description`}>
            <Trans>Cancel</Trans>
          </LinkButton>
        </div>
      </Form>
    </div>
  )
}

/** The description as visitors see it. */
function DescriptionView({ saved }: { saved: Described }) {
  const [draft, setDraft] = useState<string>()
  useEffect(() => {
    const found = draftOf(saved.id, Date.now())
    setDraft(found && found.html !== saved.html ? found.key : undefined)
  }, [saved.id, saved.html])
  const discard = () => {
    dropDraft(saved.id, draft)
    setDraft(undefined)
  }
  return (
    <div className="grid gap-4">
      {draft && (
        <Notice
          title={<Trans>You have text here that is not saved yet</Trans>}
          action={
            <Form method="get" preventScrollReset className="flex flex-wrap gap-3">
              <Button name="edit" value="1" size="small" variant="secondary">
                <Trans>Continue writing</Trans>
              </Button>
              <Button type="button" size="small" variant="ghost" onClick={discard}>
                <Trans>Discard it</Trans>
              </Button>
            </Form>
          }
        />
      )}
      <Card>
        {saved.shown ? (
          <RichText html={saved.shown} />
        ) : (
          <p className="py-6 text-center text-muted">
            <Trans>No description available. Click "Edit Description" to add one.</Trans>
          </p>
        )}
      </Card>
    </div>
  )
}

/** Opens the editor, which is at an address of its own: with or without a script. */
const EditDescription = () => (
  <Changing>
    <Form method="get" preventScrollReset onPointerEnter={warmEditor} onFocus={warmEditor}>
      <Button name="edit" value="1">
        <Trans>Edit Description</Trans>
      </Button>
    </Form>
  </Changing>
)
