import { data, redirect } from 'react-router'
import { publicDrive } from '#app/features/drives/drive.server.ts'
import { personContext } from '#app/features/people/session.server.ts'
import { TrackView } from '#app/features/views/track-view.tsx'
import { db } from '#app/platform/db.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { newVisitorCookie, visitorKey } from '#app/platform/visitor.server.ts'
import type { Route } from './+types/page.ts'

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const person = context.get(personContext)
  const visitor = visitorKey(request, context.get(askedContext).address)
  const found = await publicDrive(db, params.slug, { personId: person?.id ?? null, visitor })
  if (url.pathname.startsWith('/fund-drive/') && 'own' in found && found.own)
    throw redirect(`/fund-drive/${params.slug}/home`)
  const cookie = newVisitorCookie(request)
  const status = { open: 200, preview: 200, restricted: 403, missing: 404 }[found.is]
  return data(found, { status, headers: cookie ? { 'set-cookie': cookie } : {} })
}

export default function Fundraiser({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main">
      {'drive' in loaderData && <h1>{loaderData.drive.title}</h1>}
      {loaderData.is === 'open' && !loaderData.own && <TrackView drive={loaderData.drive} />}
    </main>
  )
}
