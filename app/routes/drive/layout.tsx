import { Trans, useLingui } from '@lingui/react/macro'
import { data, Outlet } from 'react-router'
import { ownDrive } from '#app/features/drives/drive.server.ts'
import { personContext, requirePerson } from '#app/features/people/session.server.ts'
import { OwnPages } from '#app/features/site/own-pages.tsx'
import { db } from '#app/platform/db.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import type { Route } from './+types/layout.ts'
import { driveContext } from './context.ts'

export const middleware: Route.MiddlewareFunction[] = [
  requirePerson,
  async ({ context, params }) => {
    const drive = await ownDrive(db, context.get(personContext)!.id, params.slug ?? '')
    if (!drive) throw data(null, { status: 404 })
    context.set(driveContext, drive)
  },
]

export const loader = ({ context }: Route.LoaderArgs) => ({ title: context.get(driveContext).title })

export default function Layout({ loaderData }: Route.ComponentProps) {
  return (
    <OwnPages>
      <h1 className="text-3xl capitalize">{loaderData.title}</h1>
      <Outlet />
    </OwnPages>
  )
}

export function ErrorBoundary() {
  const { t } = useLingui()
  return (
    <OwnPages>
      <title>{`${t`Fund Drive Not Found`} · Harambee`}</title>
      <h1 className="text-3xl">
        <Trans>Fund Drive Not Found</Trans>
      </h1>
      <LinkButton to="/dashboard">
        <Trans>Back to Dashboard</Trans>
      </LinkButton>
    </OwnPages>
  )
}
