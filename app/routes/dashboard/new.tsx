import { Trans, useLingui } from '@lingui/react/macro'
import { OneThing } from '#app/features/site/own-pages.tsx'
import { LinkButton } from '#app/ui/button.tsx'

export default function New() {
  const { t } = useLingui()
  return (
    <OneThing title={<Trans>New Fund Drive</Trans>} back={{ to: '/dashboard', label: <Trans>Dashboard</Trans> }}>
      <title>{`${t`New Fund Drive`} · Harambee`}</title>
      <p className="text-lg">
        <Trans>Fund drives can’t be opened here yet. Your account is ready for the day they can.</Trans>
      </p>
      <div className="mt-5 grid gap-3 sm:flex">
        <LinkButton to="/dashboard">
          <Trans>Back to Dashboard</Trans>
        </LinkButton>
        <LinkButton to="/profile" variant="secondary">
          <Trans>Complete your profile</Trans>
        </LinkButton>
      </div>
    </OneThing>
  )
}
