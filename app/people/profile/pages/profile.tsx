import { Trans, useLingui } from '@lingui/react/macro'
import { publicCardsOf } from '#app/drives/drive/dashboard.server.ts'
import { DriveCards } from '#app/drives/drive/own-drives.tsx'
import { dayIn } from '#app/kit/time.ts'
import { ownReach } from '#app/people/accounts/people.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { AvatarUpload, ProfileForm } from '#app/people/profile/profile-form.tsx'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { PageHead, Section } from '#app/site/own-pages.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState, FailedState } from '#app/ui/empty-state.tsx'
import type { Route } from './+types/profile.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const person = context.get(personContext)!
  const { id, fullName, username, avatar, createdAt } = person
  const reach = { reach: ownReach(person), hasEmail: person.email !== null }
  const drives = await part(context, publicCardsOf(db, id))
  return { fullName, username, ...reach, avatar, since: dayIn(context.get(languageContext), createdAt), drives }
}

export default function Profile({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { fullName, username, reach, hasEmail, avatar, since, drives } = loaderData
  return (
    <>
      <title>{t`Profile · {brand}`}</title>
      <PageHead title={<Trans>Profile</Trans>} text={<Trans>Member since {since}</Trans>} />
      <div className="grid gap-5">
        <Section
          id="picture"
          title={<Trans>Your picture</Trans>}
          text={<Trans>Shown next to your name on your fund drives.</Trans>}
        >
          <AvatarUpload name={fullName || reach} src={avatar} />
        </Section>
        <Section
          id="details"
          title={<Trans>Your details</Trans>}
          text={
            <Trans>Visitors see your name on your fund drives. Only you and administrators see your username.</Trans>
          }
        >
          <ProfileForm fullName={fullName} username={username} reach={reach} hasEmail={hasEmail} />
        </Section>
      </div>
      <section aria-labelledby="drives" className="mt-8">
        <h2 id="drives" className="mb-4 text-2xl">
          <Trans>Your public fund drives</Trans>
        </h2>
        <PublicDrives drives={drives} />
      </section>
    </>
  )
}

type Drives = Route.ComponentProps['loaderData']['drives']

function PublicDrives({ drives }: { drives: Drives }) {
  const { t } = useLingui()
  if (drives === 'failed') return <FailedState said={t`Failed to fetch fund drives`} />
  if (drives.cards.length === 0)
    return (
      <EmptyState
        level={3}
        title={<Trans>No public fund drives yet</Trans>}
        text={<Trans>Fund drives that visitors can open will show up here.</Trans>}
        action={<ToDashboard />}
      />
    )
  return (
    <div className="grid justify-items-start gap-5 *:w-full">
      <DriveCards cards={drives.cards} />
      {drives.areMore && (
        <div>
          <ToDashboard />
        </div>
      )}
    </div>
  )
}

const ToDashboard = () => (
  <LinkButton to="/dashboard" variant="secondary">
    <Trans>Go to Dashboard</Trans>
  </LinkButton>
)
