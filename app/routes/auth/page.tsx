import { data, redirect, useSearchParams } from 'react-router'
import { joiningSeen } from '#app/features/people/joining.server.ts'
import { personContext } from '#app/features/people/session.server.ts'
import { unavailableContext } from '#app/platform/request.server.ts'
import { unlessSamePage } from '#app/ui/same-page.ts'
import type { Route } from './+types/page.ts'
import { AuthScreen, type AuthTab } from './screen.tsx'
import { Unavailable } from './unavailable.tsx'

export function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(personContext)) throw redirect('/', 303)
  const available = !context.get(unavailableContext)
  return data({ available, joining: joiningSeen(request) }, { status: available ? 200 : 503 })
}
export const shouldRevalidate = unlessSamePage

export default function AuthPage({ loaderData: { available, joining } }: Route.ComponentProps) {
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
      again={asked.has('again')}
    />
  )
}
