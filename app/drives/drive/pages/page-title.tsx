import { useRouteLoaderData } from 'react-router'
import type { loader } from './layout.tsx'

/** Sets the browser tab's title: the drive, then the page. Several drives are often open beside each other. */
export function DriveTitle({ page }: { page: string }) {
  const layout = useRouteLoaderData<typeof loader>('drives/drive/pages/layout')
  return <title>{[layout?.drive.title, page, 'Harambee'].filter(Boolean).join(' · ')}</title>
}
