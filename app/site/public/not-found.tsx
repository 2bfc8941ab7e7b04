import { data, redirectDocument } from 'react-router'
import { NotFound } from '#app/site/not-found.tsx'
import type { Route } from './+types/not-found.ts'

export const loader = () => data(null, { status: 404 })

/**
 * The browser may not know all addresses: the route list that it was given may leave out owners' and admin pages
 * (platform/http/answer.server.ts). The server knows them, and answers 404 when there is none.
 */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  throw redirectDocument(request.url)
}

export default NotFound
