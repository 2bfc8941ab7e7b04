import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { data, redirect, useSearchParams } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import { joiningSeen } from '#app/people/accounts/cookies.server.ts'
import { toasts } from '#app/people/accounts/people.ts'
import { codesAreTexted } from '#app/people/accounts/phone-codes.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { unavailableContext } from '#app/platform/request.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { unlessSamePage } from '#app/ui/same-page.ts'
import { toast } from '#app/ui/toast.tsx'
import type { Route } from './+types/page.ts'
import { Frame } from './frame.tsx'
import { AuthScreen, type AuthTab } from './screen.tsx'

export function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(personContext)) throw redirect('/', 303)
  const available = !context.get(unavailableContext)
  return data(
    { available, byPhone: codesAreTexted(), joining: joiningSeen(request) },
    { status: available ? 200 : 503 },
  )
}
export const shouldRevalidate = unlessSamePage

export default function AuthPage({ loaderData: { available, byPhone, joining } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const tab: AuthTab = asked.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in'
  if (!available) return <Unavailable />
  return (
    <AuthScreen
      key={tab}
      tab={tab}
      to={asked.get('to') ?? undefined}
      starts={asked.get('from') === 'start'}
      joining={joining}
      byPhone={byPhone}
      again={asked.has('again')}
    />
  )
}

/** The page when nobody can sign in, because the database is away. */
function Unavailable() {
  const { t, i18n } = useLingui()
  useEffect(() => {
    const { title, text } = toasts.noDatabase
    toast({ title: i18n._(title), text: i18n._(text), tone: 'bad' })
  }, [i18n])
  return (
    <Frame
      homeBelow
      title={<Trans>Authentication Unavailable</Trans>}
      text={
        <Trans>
          The database is not configured or can't be reached, so nobody can sign in at the moment. Please try again
          soon.
        </Trans>
      }
    >
      <title>{titled(t`Authentication Unavailable`)}</title>
      <LinkButton to="/" size="large">
        <Trans>Back to Home</Trans>
      </LinkButton>
    </Frame>
  )
}
