import { data, redirectDocument } from 'react-router'
import { NotFound } from '#app/site/not-found.tsx'
import type { Route } from './+types/not-found.ts'

export const loader = () => data(null, { status: 404 })

/**
 * A person who comes here from another page has a browser that may not know all addresses: the list it was given may leave
 * out owners' pages and the back office (platform/http/answer.server.ts). The server knows them, and says so when there is none.
 */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => {
  throw redirectDocument(request.url)
}

export default NotFound
