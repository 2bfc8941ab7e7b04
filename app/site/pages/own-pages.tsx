import { Outlet } from 'react-router'
import { requirePerson } from '#app/people/accounts/session.server.ts'
import { OwnPages } from '#app/site/own-pages.tsx'
import type { Route } from './+types/own-pages.ts'

export const middleware: Route.MiddlewareFunction[] = [requirePerson]

/** Loads nothing, but must exist: the browser asks the server, and so the guard, only for routes with a loader. */
export const loader = () => null

export default function Layout() {
  return (
    <OwnPages>
      <Outlet />
    </OwnPages>
  )
}
