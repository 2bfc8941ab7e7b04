import { Trans, useLingui } from '@lingui/react/macro'
import { AvatarUpload } from '#app/features/people/avatar-upload.tsx'
import { ProfileForm } from '#app/features/people/profile-form.tsx'
import { personContext } from '#app/features/people/session.server.ts'
import { PageHead, Section } from '#app/features/site/own-pages.tsx'
import { dayIn } from '#app/kit/time.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { Route } from './+types/page.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { fullName, username, email, avatar, createdAt } = context.get(personContext)!
  return { fullName, username, email, avatar, since: dayIn(context.get(languageContext), createdAt) }
}

export default function Profile({ loaderData: { fullName, username, email, avatar, since } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <title>{t`Profile · Harambee`}</title>
      <PageHead title={<Trans>Profile</Trans>} text={<Trans>Member since {since}</Trans>} />
      <div className="grid gap-5">
        <Section id="picture" title={<Trans>Your picture</Trans>} text={<Trans>Shown beside your name.</Trans>}>
          <AvatarUpload name={fullName || email} src={avatar} />
        </Section>
        <Section
          id="details"
          title={<Trans>Your details</Trans>}
          text={<Trans>Your name and username are seen by others.</Trans>}
        >
          <ProfileForm fullName={fullName} username={username} email={email} />
        </Section>
      </div>
      <div className="mt-8">
        <h2 className="mb-4 text-2xl">
          <Trans>Your public fund drives</Trans>
        </h2>
        <EmptyState
          level={3}
          title={<Trans>No public fund drives yet</Trans>}
          text={<Trans>The fund drives you open for others to see will stand here.</Trans>}
          action={
            <LinkButton to="/dashboard" variant="secondary">
              <Trans>Go to Dashboard</Trans>
            </LinkButton>
          }
        />
      </div>
    </>
  )
}
