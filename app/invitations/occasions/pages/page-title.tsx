import { useRouteLoaderData } from 'react-router'
import type { loader } from './layout.tsx'

/** The title of the browser's tab: the invitation, then the page. */
export function GatheringTitle({ page }: { page: string }) {
  const layout = useRouteLoaderData<typeof loader>('invitations/occasions/pages/layout')
  return <title>{[layout?.gathering.title, page, 'Harambee'].filter(Boolean).join(' · ')}</title>
}
