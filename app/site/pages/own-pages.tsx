import { Outlet } from 'react-router'
import { requirePerson } from '#app/people/accounts/session.server.ts'
import { OwnPages } from '#app/site/own-pages.tsx'
import type { Route } from './+types/own-pages.ts'

export const middleware: Route.MiddlewareFunction[] = [requirePerson]

/** Nothing to load; but only a page that loads something asks the server, and so meets the guard. */
export const loader = () => null

export default function Layout() {
  return (
    <OwnPages>
      <Outlet />
    </OwnPages>
  )
}
