import { Trans, useLingui } from '@lingui/react/macro'
import { ContactForm } from '#app/invitations/occasions/contact-form.tsx'
import { drivesToTie, isUsed } from '#app/invitations/occasions/gatherings-of.server.ts'
import { occasionTexts } from '#app/invitations/occasions/occasion.ts'
import {
  DeleteForm,
  DriveForm,
  GatheringStatusForm,
  NewcomersForm,
} from '#app/invitations/occasions/settings-forms.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { Card } from '#app/ui/card.tsx'
import { Changing, ReadOnly, useReadOnly } from '#app/ui/read-only.tsx'
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

/** What concerns the invitation as a whole. */
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
