import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { confirmEmail } from '#app/features/people/email.server.ts'
import { personContext } from '#app/features/people/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import type { Route } from './+types/verify.ts'
import { Frame } from './frame.tsx'

/** Opening the mailed link confirms the address. It signs nobody in: the link may be opened on another's device. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  // A program that only looks whether the link is alive does not use it up.
  const confirmed = request.method === 'GET' && (await confirmEmail(db, token))
  const signedIn = context.get(personContext) !== null
  return data({ confirmed, signedIn }, { status: confirmed ? 200 : 410 })
}

/** The link was used up by the first look; a second one would tell the person that it is over. */
export const shouldRevalidate = () => false

export default function Verify({ loaderData: { confirmed, signedIn } }: Route.ComponentProps) {
  const { t } = useLingui()
  if (!confirmed) return <Over />
  return (
    <Frame
      once
      title={<Trans>Your email address is confirmed</Trans>}
      text={<Trans>Karibu! Your account is ready: you can start your first fund drive now.</Trans>}
    >
      <title>{`${t`Your email address is confirmed`} · Harambee`}</title>
      <LinkButton to={signedIn ? '/dashboard' : '/auth'} size="large">
        {signedIn ? <Trans>Go to your dashboard</Trans> : <Trans>Sign In</Trans>}
      </LinkButton>
    </Frame>
  )
}

function Over() {
  const { t } = useLingui()
  return (
    <Frame
      title={<Trans>This link is over</Trans>}
      text={
        <Trans>
          It has been used already, or it is more than a day old. If you have confirmed your address, simply sign in;
          otherwise have a new link sent.
        </Trans>
      }
    >
      <title>{`${t`This link is over`} · Harambee`}</title>
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/auth" size="large">
          <Trans>Sign In</Trans>
        </LinkButton>
        <LinkButton to="/auth/resend" size="large" variant="secondary">
          <Trans>Send a new link</Trans>
        </LinkButton>
      </div>
    </Frame>
  )
}
