import { Trans, useLingui } from '@lingui/react/macro'
import { type ChangeEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, FieldError } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/input.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { goalMin, type Status, statuses, statusNames, thanksMax } from '../drive.ts'
import { meanings } from './says.ts'

type CollectsFormProps = { slug: string; collects: boolean; goal: number }

/** A switch acts at once; without a script a button sends it. It shows what the server says as soon as that is known. */
export function CollectsForm({ slug, collects, goal }: CollectsFormProps) {
  const { Form, busy, answer } = useFormAction()
  const [wish, setWish] = useState<{ checked: boolean; before: Answer | undefined }>()
  useEffect(() => {
    if (!busy) setWish(undefined)
  }, [busy])
  const send = ({ currentTarget: { form, checked } }: ChangeEvent<HTMLInputElement>) => {
    // Sends the form as it is now, before the page draws again.
    form?.requestSubmit()
    if (navigator.onLine) setWish({ checked, before: answer })
  }
  const error = answer?.errors?.collects
  // A refusal is known before the page around it is fresh: the switch goes back in the moment the reason is read.
  const refused = answer !== wish?.before && !answer?.ok
  const needsGoal = goal < goalMin
  return (
    <Form method="post" action={`/fund-drive/${slug}/settings/collects`} className="grid gap-3">
      <Switch
        name="collects"
        label={<Trans>Collect Donations</Trans>}
        hint={<Trans>While it is on, visitors see the goal and the amount raised.</Trans>}
        checked={wish && !refused ? wish.checked : collects}
        onChange={send}
        aria-invalid={error ? true : undefined}
      />
      {error && <FieldError>{error}</FieldError>}
      {needsGoal && (
        <p className="text-muted text-sm">
          <Trans>
            It needs a goal first:{' '}
            <Link to={`/fund-drive/${slug}/info`} className="inline-block py-2 text-link">
              set a goal amount
            </Link>
          </Trans>
        </p>
      )}
      <Button variant="secondary" className="without-script justify-self-start">
        <Trans>Save</Trans>
      </Button>
    </Form>
  )
}

/** Chooses whether the bar and the total show what was recorded by hand. A button sends it. */
export function BesideForm({ slug, shows }: { slug: string; shows: boolean }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <Form method="post" action={`/fund-drive/${slug}/settings/recorded`} className="grid gap-4">
      <Switch
        key={String(shows)}
        name="shows"
        label={<Trans>Show recorded gifts on the bar</Trans>}
        hint={<Trans>Without them, the bar and the total show what came through Harambee alone. The list stays.</Trans>}
        defaultChecked={shows}
      />
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        {t`Save`}
      </Button>
    </Form>
  )
}

/** Offers the three states, with their meaning for visitors. A button sends it: arrow keys go through all of them. */
export function DriveStatusForm({ slug, status }: { slug: string; status: Status }) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`/fund-drive/${slug}/settings/status`} className="grid gap-4">
      <RadioCards
        // Changed elsewhere: the choice follows.
        key={status}
        legend={<Trans>Status</Trans>}
        name="status"
        defaultValue={status}
        columns="grid-cols-1"
        choices={statuses.map((value) => ({
          value,
          label: i18n._(statusNames[value]),
          hint: i18n._(meanings[value]),
        }))}
        answer={answer}
        quiet
      />
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        {t`Save Settings`}
      </Button>
    </Form>
  )
}

/** Edits the words that people read from the organiser after they have given. */
export function ThanksForm({ slug, thanks }: { slug: string; thanks: string | null }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`/fund-drive/${slug}/settings/thanks`} className="grid gap-4">
      <Field
        name="thanks"
        label={<Trans>Thank-you words</Trans>}
        answer={answer}
        optional
        hint={<Trans>Leave blank to use “Asante! Your gift brings us closer to our goal.”</Trans>}
      >
        <TextArea rows={2} maxLength={thanksMax} defaultValue={thanks ?? ''} />
      </Field>
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        {t`Save`}
      </Button>
    </Form>
  )
}
