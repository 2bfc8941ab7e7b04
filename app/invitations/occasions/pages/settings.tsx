import { Trans, useLingui } from '@lingui/react/macro'
import { drivesToTie, isUsed } from '#app/invitations/occasions/gathering.server.ts'
import { type Newcomers, occasionTexts } from '#app/invitations/occasions/occasion.ts'
import { phoneWhole } from '#app/kit/phone.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field, Input, Select } from '#app/ui/field.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Changing, ReadOnly, useReadOnly } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/settings.ts'
import { gatheringContext } from './context.ts'
import { GatheringTitle } from './page-title.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug, status, newcomers, contact, drive, managed, runs } = context.get(gatheringContext)
  const [others, used] = await Promise.all([
    managed && runs ? drivesToTie(db, context.get(personContext)!.id) : [],
    isUsed(db, id),
  ])
  return {
    slug,
    status,
    newcomers,
    contact,
    drive,
    used,
    forAll: !managed || runs,
    drives: [...(drive ? [drive] : []), ...others],
  }
}

/** The settings of the invitation as a whole. */
export default function Settings({ loaderData }: Route.ComponentProps) {
  const { slug, status, newcomers, contact, drive, drives, used, forAll } = loaderData
  const { t, i18n } = useLingui()
  const looks = useReadOnly()
  const base = `/gathering/${slug}/settings`
  return (
    <section className="grid gap-4 *:min-w-0" aria-labelledby="settings-title">
      <GatheringTitle page={t`Settings`} />
      <h2 id="settings-title" className="text-2xl">
        <Trans>Settings</Trans>
      </h2>
      <Card level={3} title={<Trans>Answers</Trans>}>
        <ReadOnly when={looks || !forAll}>
          <GatheringStatusForm base={base} isOpen={status === 'open'} />
        </ReadOnly>
        {!forAll && (
          <p className="mt-3 text-muted">
            <Trans>The organiser alone can close or delete the invitation and cancel its occasions.</Trans>
          </p>
        )}
      </Card>
      <Card level={3} title={<Trans>The open link</Trans>}>
        <NewcomersForm key={newcomers} base={base} newcomers={newcomers} />
      </Card>
      <Card level={3} title={<Trans>Questions of guests</Trans>}>
        <ContactForm base={base} contact={contact} />
      </Card>
      {forAll && (
        <Card level={3} title={<Trans>For a fund drive</Trans>}>
          <DriveForm key={drive?.slug ?? ''} base={base} drive={drive?.slug ?? ''} drives={drives} />
        </Card>
      )}
      {forAll && (
        <Changing>
          <Card level={3} title={<Trans>Delete the invitation</Trans>}>
            {used ? <p className="text-muted">{i18n._(occasionTexts.used)}</p> : <DeleteForm base={base} />}
          </Card>
        </Changing>
      )}
    </section>
  )
}

/** The form for the number by which guests reach the hosts, who choose whether there is one. */
function ContactForm({ base, contact }: { base: string; contact: string | null }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`${base}/contact`} className="grid gap-3">
      <Refused answer={answer} />
      <Field
        label={<Trans>Phone number for guests</Trans>}
        name="contact"
        answer={answer}
        optional
        hint={<Trans>All who have a link to the invitation can read it, call it and write to it by WhatsApp.</Trans>}
      >
        <Input
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={30}
          defaultValue={contact ? phoneWhole(contact) : ''}
          placeholder="0712 345 678"
          className="max-w-xs"
        />
      </Field>
      <Changing>
        <Button variant="secondary" busy={busy} busyText={t`Saving...`} className="justify-self-start">
          <Trans>Save number</Trans>
        </Button>
      </Changing>
    </Form>
  )
}

/** The form that opens and closes an invitation for answers. */
function GatheringStatusForm({ base, isOpen }: { base: string; isOpen: boolean }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`${base}/status`} className="grid justify-items-start gap-3">
      <Refused answer={answer} />
      <p>
        {isOpen ? <Trans>Guests can answer.</Trans> : <Trans>Closed: the pages stay, and answers have ended.</Trans>}
      </p>
      <input type="hidden" name="status" value={isOpen ? 'closed' : 'open'} />
      <Changing>
        <Button variant="secondary" busy={busy} busyText={t`Saving...`}>
          {isOpen ? <Trans>Close the invitation</Trans> : <Trans>Open the invitation</Trans>}
        </Button>
      </Changing>
    </Form>
  )
}

/** The form for the open link's treatment of people who are not on the list yet. */
function NewcomersForm({ base, newcomers }: { base: string; newcomers: Newcomers }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`${base}/newcomers`} className="grid justify-items-start gap-3">
      <Refused answer={answer} />
      <RadioCards
        legend={<Trans>New guests by the open link</Trans>}
        name="newcomers"
        answer={answer}
        required
        columns="sm:grid-cols-3"
        defaultValue={newcomers}
        choices={[
          { value: 'come', label: <Trans>Join your list</Trans>, hint: <Trans>Each gets a page of their own</Trans> },
          { value: 'ask', label: <Trans>Ask you first</Trans>, hint: <Trans>You approve each under Waitlist</Trans> },
          { value: 'none', label: <Trans>Nobody new</Trans>, hint: <Trans>Guests on your list still answer</Trans> },
        ]}
      />
      <Changing>
        <Button variant="secondary" busy={busy} busyText={t`Saving...`}>
          <Trans>Save the open link</Trans>
        </Button>
      </Changing>
    </Form>
  )
}

type DriveFormProps = { base: string; drive: string; drives: { slug: string; title: string }[] }

/** The form for the drive of the invitation: guests may give there. */
function DriveForm({ base, drive, drives }: DriveFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`${base}/drive`} className="grid gap-3">
      <Refused answer={answer} />
      <Field
        label={<Trans>Fund drive</Trans>}
        name="drive"
        answer={answer}
        hint={<Trans>Guests can give to it from their page, and its helpers with the right to guests see them.</Trans>}
      >
        <Select defaultValue={drive}>
          <option value="">{t`None`}</option>
          {drives.map(({ slug, title }) => (
            <option key={slug} value={slug}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      <Changing>
        <Button variant="secondary" busy={busy} busyText={t`Saving...`} className="justify-self-start">
          <Trans>Save fund drive</Trans>
        </Button>
      </Changing>
    </Form>
  )
}

/** The form that deletes the invitation, while no guest knows of it. */
function DeleteForm({ base }: { base: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`${base}/delete`} className="grid justify-items-start gap-3">
      <Refused answer={answer} />
      <Checkbox
        name="sure"
        answer={answer}
        label={<Trans>Delete it with its occasions and its list of guests</Trans>}
      />
      <Button variant="danger" busy={busy} busyText={t`Deleting...`}>
        <Trans>Delete the invitation</Trans>
      </Button>
    </Form>
  )
}
