import { useRouteLoaderData } from 'react-router'
import type { loader } from './layout.tsx'

/** What the browser's tab says: which invitation, then which page. */
export function GatheringTitle({ page }: { page: string }) {
  const layout = useRouteLoaderData<typeof loader>('invitations/occasions/pages/layout')
  return <title>{[layout?.gathering.title, page, 'Harambee'].filter(Boolean).join(' · ')}</title>
}
