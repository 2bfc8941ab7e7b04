import { data, redirect } from 'react-router'
import { personContext } from '#app/features/people/session.server.ts'
import { unavailableContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/page.ts'
import { AuthScreen, type AuthTab } from './screen.tsx'
import { Unavailable } from './unavailable.tsx'

export function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(personContext)) throw redirect('/', 303)
  const { searchParams } = new URL(request.url)
  const tab: AuthTab = searchParams.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in'
  const available = !context.get(unavailableContext)
  return data({ available, tab, to: searchParams.get('to') ?? undefined }, { status: available ? 200 : 503 })
}

export default function AuthPage({ loaderData: { available, tab, to } }: Route.ComponentProps) {
  return available ? <AuthScreen key={tab} tab={tab} to={to} /> : <Unavailable />
}
