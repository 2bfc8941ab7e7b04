import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { photosMost } from '#app/base/pictures/photos.ts'
import { PhotosField } from '#app/base/pictures/photos-field.tsx'
import { keepPhotoAlong } from '#app/base/pictures/picture.server.ts'
import { usePicturesForm } from '#app/base/pictures/picture-field.tsx'
import { DriveTitle, driveContext, readOnlyContext } from '#app/drives/drive/pages/context.tsx'
import { followersOf } from '#app/drives/updates/followers.server.ts'
import { type SentMoney, updateMost, updateTexts } from '#app/drives/updates/update.ts'
import { payoutIn, updateForm } from '#app/drives/updates/update-forms.ts'
import { postUpdate, updatesOf } from '#app/drives/updates/updates.server.ts'
import { UpdatesList } from '#app/drives/updates/updates-list.tsx'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { Refusal } from '#app/kit/says.ts'
import { dayIn } from '#app/kit/time.ts'
import { sentWholes } from '#app/money/payouts/payouts-list.server.ts'
import { answersTo } from '#app/money/payouts/what-for.server.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { Pagination } from '#app/ui/table.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/updates.ts'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const asked = searchParams.get('for')
  const [found, about, followers] = await Promise.all([
    updatesOf(db, id, { page: pageIn(searchParams), hidden: true }),
    asked ? sentWholes(db, id, { payout: payoutIn(asked) }) : [],
    followersOf(db, id),
  ])
  const [sent, told] = await Promise.all([
    sentWholes(db, id, { wholes: found.updates.flatMap(({ whole }) => whole ?? []) }),
    answersTo(
      db,
      about.map(({ whole }) => whole),
    ),
  ])
  return {
    slug,
    ...found,
    sent,
    followers,
    isOffice: context.get(readOnlyContext),
    about: about[0] ?? null,
    toldBy: told.get(about[0]?.whole ?? '')?.update ?? null,
    key: crypto.randomUUID() as string,
  }
}

export const action = formAction({
  form: updateForm,
  page: true,
  done: updateTexts.posted,
  failed: updateTexts.notPosted,
  first: (fields, { context }) => keepPhotoAlong(db, context.get(personContext)!.id, fields),
  limits: (_, { context }) => [{ name: 'new-update', key: context.get(personContext)!.id, times: 60, seconds: 3600 }],
  run: async ({ payout, ...typed }, { context }) => {
    const { id: driveId, slug } = context.get(driveContext)
    const [about] = payout === null ? [] : await sentWholes(db, driveId, { payout })
    if (payout !== null && !about) throw new Refusal(updateTexts.strangePayout, { status: 404 })
    const mine = { driveId, personId: context.get(personContext)!.id }
    await postUpdate(db, mine, { ...typed, whole: about?.whole ?? null })
    return context.get(askedContext).byScript
      ? { gave: { key: crypto.randomUUID() } }
      : { go: `/fund-drive/${slug}/updates` }
  },
})

/** The updates of a drive for those who write them, and the form for the next one. */
export default function Updates({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, updates, page, pages, sent, followers, about, toldBy, key, isOffice } = loaderData
  const { t } = useLingui()
  return (
    <section className="grid gap-5 *:min-w-0" aria-labelledby="updates-title">
      <DriveTitle page={t`Updates`} />
      <h2 id="updates-title" className="text-2xl">
        <Trans>Updates</Trans>
      </h2>
      <p>
        <Trans>
          Who gets it: {followers.emails} by email, {followers.phones} by text
        </Trans>
      </p>
      <Changing>
        <PostForm key={about?.whole} slug={slug} formKey={key} about={about} toldBy={toldBy} first={actionData} />
      </Changing>
      {updates.length === 0 ? (
        <EmptyState level={3} title={<Trans>No updates yet</Trans>} />
      ) : (
        <UpdatesList
          updates={updates}
          sent={sent}
          below={({ id, hidden }) => (
            <>
              {hidden !== null && (
                <Notice tone="warn" title={<Trans>We have hidden this update from visitors</Trans>}>
                  <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
                    {hidden}
                  </p>
                </Notice>
              )}
              {isOffice && <OfficeLink slug={slug} update={id} hidden={hidden !== null} />}
              <Changing>
                <RemoveUpdate slug={slug} update={id} />
              </Changing>
            </>
          )}
        />
      )}
      <Pagination page={page} pages={pages} />
    </section>
  )
}

const pageIn = (asked: URLSearchParams): number => {
  const page = asked.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1
}

type FormProps = {
  slug: string
  formKey: string
  about: SentMoney | null
  /** Where the newest update about this withdrawal is. */
  toldBy: string | null
  first: Answer | undefined
}

function PostForm({ slug, formKey, about, toldBy, first }: FormProps) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer, key, made, uploading, setUploading } = usePicturesForm(formKey, first)
  const sum = about ? moneyText(about.net) : ''
  const written =
    about && !toldBy ? (about.purpose ? t`${sum} was withdrawn for: ${about.purpose}` : t`${sum} was withdrawn.`) : ''
  const day = about ? dayIn(i18n.locale as Language, about.at) : ''
  return (
    <Card title={about && !toldBy ? <Trans>What was it for?</Trans> : <Trans>Post an update</Trans>} level={3}>
      <Form
        method="post"
        action={`/fund-drive/${slug}/updates`}
        encType="multipart/form-data"
        className="grid gap-4 *:min-w-0"
      >
        <input type="hidden" name="key" value={key} />
        {about && <input type="hidden" name="payout" value={about.payout} />}
        <Refused answer={answer} />
        {toldBy && (
          <p>
            <Trans>Your supporters were told of this withdrawal.</Trans>{' '}
            <Link to={`/fund-drive/${slug}/${toldBy}`} className="inline-flex min-h-11 items-center text-link">
              <Trans>See the update</Trans>
            </Link>
          </p>
        )}
        {about && (
          <p className="text-muted">
            <Trans>
              This update is about the withdrawal of {sum}, sent on {day}. Tell your supporters what it paid.
            </Trans>
          </p>
        )}
        <Field
          label={<Trans>What all visitors read</Trans>}
          name="words"
          answer={answer}
          required
          hint={<Trans>Up to 2,000 characters. It can be removed and not edited.</Trans>}
        >
          <TextArea rows={5} maxLength={updateMost.words} defaultValue={written} />
        </Field>
        <PhotosField key={made} room={photosMost.photos} answer={answer} onBusy={setUploading} />
        <Button
          busy={busy || uploading}
          busyText={uploading ? t`Uploading...` : t`Saving...`}
          className="justify-self-start"
        >
          <Trans>Post</Trans>
        </Button>
      </Form>
    </Card>
  )
}

/** Leads an administrator to the decision about an update. */
function OfficeLink({ slug, update, hidden }: { slug: string; update: string; hidden: boolean }) {
  return (
    <LinkButton
      to={`/admin/fund-drives/${slug}/updates/${update}/${hidden ? 'show' : 'hide'}`}
      variant="secondary"
      size="small"
      className="justify-self-start"
    >
      {hidden ? <Trans>Show the update</Trans> : <Trans>Hide the update</Trans>}
    </LinkButton>
  )
}

/** Folded, so that no accidental tap removes an update. */
function RemoveUpdate({ slug, update }: { slug: string; update: string }) {
  const { Form, busy } = useFormAction()
  return (
    <details>
      <summary className="min-h-11 content-center text-link underline">
        <Trans>Remove this update</Trans>
      </summary>
      <Form method="post" action={`/fund-drive/${slug}/updates/remove`} className="grid gap-2">
        <input type="hidden" name="update" value={update} />
        <p className="text-sm">
          <Trans>Nobody can read it any more, and its photos are deleted. What was emailed stays in inboxes.</Trans>
        </p>
        <Button variant="secondary" busy={busy} className="justify-self-start">
          <Trans>Remove</Trans>
        </Button>
      </Form>
    </details>
  )
}
