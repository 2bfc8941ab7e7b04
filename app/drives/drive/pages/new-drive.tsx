import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { keepSentAlong, keptImage } from '#app/base/pictures/picture.server.ts'
import { PictureField } from '#app/base/pictures/picture-field.tsx'
import { createDrive, createLimits } from '#app/drives/drive/create.server.ts'
import { endDateMax, locationDefault, locationMax, type OwnCategory, titleMax } from '#app/drives/drive/drive.ts'
import { CategoryOptions, KeptFields, SloganField } from '#app/drives/drive/drive-fields.tsx'
import { createDriveForm } from '#app/drives/drive/drive-forms.ts'
import { driveTexts } from '#app/drives/drive/drive-texts.ts'
import { ownCategoriesFor } from '#app/drives/drive/own-categories.server.ts'
import { freeViews } from '#app/drives/views/credits.server.ts'
import { titled } from '#app/kit/brand.ts'
import type { Answer } from '#app/kit/says.ts'
import { dayAt } from '#app/kit/time.ts'
import { ConfirmFirst } from '#app/people/accounts/confirm-first.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { Button } from '#app/ui/button.tsx'
import { AddressDialog } from '#app/ui/dialog.tsx'
import { useDraft } from '#app/ui/draft.ts'
import { Field, Input, Select } from '#app/ui/field.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
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
    own: await ownCategoriesFor(db),
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
      <title>{titled(t`New Fund Drive`)}</title>
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
                _0="It comes with no free views: visitors can read its story once you buy some. They can give from the start."
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

type CreateFormProps = {
  /** The person whose draft it is: two people may share a browser. */
  personId: string
  formKey: string
  /** Today in Nairobi. */
  today: string
  own: OwnCategory[]
  first?: Answer
}

/** Opens a fund drive. What was typed survives whatever goes wrong, and leaving the form. */
function CreateForm({ personId, formKey, today, own, first }: CreateFormProps) {
  const draft = useDraft(`new fund drive of ${personId}`)
  const navigate = useNavigate()
  const formAction = useFormAction({
    onDone: (_, { gave }) => {
      draft.forget()
      void navigate(`/fund-drive/${gave?.slug}/home`, { replace: true })
    },
  })
  const before = first ?? (draft.kept && { ok: false, typed: draft.kept })
  return (
    <div key={draft.round} className="grid gap-5">
      <Refused answer={formAction.answer ?? first} />
      <Fields {...{ formAction, before, today, own, formKey }} onTyped={draft.keep} />
      {draft.kept && !first && <KeptFields onThrowAway={draft.throwAway} />}
    </div>
  )
}

type FieldsProps = {
  formAction: ReturnType<typeof useFormAction>
  before: Answer | undefined
  today: string
  own: OwnCategory[]
  formKey: string
  onTyped: (form: HTMLFormElement, more?: Record<string, string>) => void
}

function Fields({ formAction: { Form, busy, answer }, before, today, own, formKey, onTyped }: FieldsProps) {
  const { t } = useLingui()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [uploading, setUploading] = useState(false)
  // The server gives another key with every answer; a form that was begun keeps its own.
  const [key] = useState(before?.typed?.key ?? formKey)
  const note = (more?: Record<string, string>) => form.current && onTyped(form.current, more)
  return (
    <Form
      ref={form}
      method="post"
      action="/dashboard/new"
      encType="multipart/form-data"
      onInput={() => note()}
      className="grid gap-5"
    >
      <input type="hidden" name="key" value={key} />
      <CreateFields
        answer={{ ok: false, errors: (answer ?? before)?.errors, typed: before?.typed }}
        today={today}
        own={own}
        onPicture={(image) => note({ image })}
        onUploading={setUploading}
      />
      <Button size="large" wide busy={busy || uploading} busyText={uploading ? t`Uploading...` : t`Creating...`}>
        <Trans>Create Fund Drive</Trans>
      </Button>
      <div className="grid gap-1.5">
        <Button
          variant="secondary"
          wide
          name="draft"
          value="on"
          aria-describedby={`${id}-draft`}
          disabled={busy || uploading}
        >
          <Trans>Save as draft</Trans>
        </Button>
        <p id={`${id}-draft`} className="text-center text-muted text-sm">
          <Trans>Visitors see a draft only after you publish it.</Trans>
        </p>
      </div>
    </Form>
  )
}

type CreateFieldsProps = {
  answer: Answer
  today: string
  own: OwnCategory[]
  onPicture: (address: string) => void
  onUploading: (busy: boolean) => void
}

/** Shows the fields of a new drive: title, category, and a goal while it collects donations. */
function CreateFields({ answer, today, own, onPicture, onUploading }: CreateFieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <Field name="title" label={<Trans>Fund Drive Title</Trans>} answer={answer} required>
        <Input maxLength={titleMax} autoComplete="off" placeholder={t`e.g. Heal Mama Achieng`} />
      </Field>
      <SloganField answer={answer} />
      <Goal answer={answer} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field name="category" label={<Trans>Category</Trans>} answer={answer} required>
          <Select defaultValue="">
            <option value="" disabled>
              {t`Choose a category`}
            </option>
            <CategoryOptions own={own} />
          </Select>
        </Field>
        <Field name="endDate" label={<Trans>End Date</Trans>} answer={answer} optional>
          <Input type="date" min={today} max={endDateMax} title={t`Please choose today or a later day.`} />
        </Field>
      </div>
      <Field
        name="place"
        label={<Trans>Location</Trans>}
        hint={<Trans>Left empty, the page says “{locationDefault}”.</Trans>}
        answer={answer}
        optional
      >
        <Input maxLength={locationMax} autoComplete="off" placeholder={locationDefault} />
      </Field>
      <PictureField label={<Trans>Featured Image</Trans>} answer={answer} onChange={onPicture} onBusy={onUploading} />
    </>
  )
}

/** Shows the goal while the drive collects. Without a script the style sheet hides it. */
function Goal({ answer }: { answer: Answer }) {
  const { t } = useLingui()
  const hydrated = useHydrated()
  const [collects, setCollects] = useState(answer.typed ? answer.typed.collects === 'on' : true)
  return (
    <div className="group/collects grid gap-4">
      <Switch
        name="collects"
        label={<Trans>Collect Donations</Trans>}
        hint={<Trans>Turn off to share your story and visits without collecting money.</Trans>}
        defaultChecked={collects}
        onChange={(event) => setCollects(event.currentTarget.checked)}
      />
      <div className="group-not-has-[[name=collects]:checked]/collects:hidden">
        <MoneyField
          name="goal"
          label={<Trans>Goal Amount (KES)</Trans>}
          answer={answer}
          required={hydrated && collects}
          placeholder={t`e.g. 50,000`}
        />
      </div>
    </div>
  )
}
