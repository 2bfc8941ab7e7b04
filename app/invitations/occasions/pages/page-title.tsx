import { useRouteLoaderData } from 'react-router'
import { brand } from '#app/kit/brand.ts'

/** The title of the browser's tab: the invitation, then the page. */
export function GatheringTitle({ page }: { page: string }) {
  const layout = useRouteLoaderData<{ gathering: { title: string } }>('invitations/occasions/pages/layout')
  return <title>{[layout?.gathering.title, page, brand()].filter(Boolean).join(' · ')}</title>
}
