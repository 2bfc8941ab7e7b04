import { Trans, useLingui } from '@lingui/react/macro'
import { drivesToTie, isUsed } from '#app/invitations/occasions/gatherings-of.server.ts'
import { occasionTexts } from '#app/invitations/occasions/occasion.ts'
import {
  DeleteForm,
  DriveForm,
  GatheringStatusForm,
  NewcomersForm,
} from '#app/invitations/occasions/settings-forms.tsx'
import { phoneWhole } from '#app/kit/phone.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
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
