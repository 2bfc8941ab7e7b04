import { Trans, useLingui } from '@lingui/react/macro'
import { redirect } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { afterSignIn, startPath } from '#app/people/accounts/way-back.ts'
import { LinkButton } from '#app/ui/button.tsx'
import type { Route } from './+types/confirmed.ts'
import { Frame } from './frame.tsx'

/** Ends signing up: the signed-in person goes on to where they were going. */
export function loader({ request, context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  if (!person) throw redirect('/auth', 303)
  return { to: afterSignIn(new URL(request.url).searchParams.get('to')), username: person.username }
}

export default function Confirmed({ loaderData: { to, username } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <Frame
      title={<Trans>Your email address is confirmed</Trans>}
      text={
        <Trans>
          Karibu! You are signed in. Your username is{' '}
          <strong dir="auto" className="break-words">
            {username}
          </strong>
          .
        </Trans>
      }
    >
      <title>{titled(t`Your email address is confirmed`)}</title>
      <LinkButton to={to} size="large">
        <OnTo to={to} />
      </LinkButton>
    </Frame>
  )
}

function OnTo({ to }: { to: string }) {
  if (to === startPath) return <Trans>Start your fund drive</Trans>
  if (to === '/dashboard') return <Trans>Go to your dashboard</Trans>
  return <Trans>Continue</Trans>
}
