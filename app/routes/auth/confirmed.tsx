import { Trans, useLingui } from '@lingui/react/macro'
import { redirect } from 'react-router'
import { personContext } from '#app/features/people/session.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import type { Route } from './+types/confirmed.ts'
import { Frame } from './frame.tsx'

/** The end of signing up for a person who was going nowhere else: they are signed in. */
export function loader({ context }: Route.LoaderArgs) {
  const person = context.get(personContext)
  if (!person) throw redirect('/auth', 303)
  return { username: person.username }
}

export default function Confirmed({ loaderData: { username } }: Route.ComponentProps) {
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
      <title>{`${t`Your email address is confirmed`} · Harambee`}</title>
      <LinkButton to="/dashboard" size="large">
        <Trans>Go to your dashboard</Trans>
      </LinkButton>
    </Frame>
  )
}
