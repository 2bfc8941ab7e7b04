import { data } from 'react-router'
import { shellIn, workerText } from '#app/invitations/door/shell.server.ts'
import { filesContext } from '#app/platform/http/static.server.ts'
import type { Route } from './+types/door-worker.ts'

/** Serves the service worker that caches the door's page. It lies below /door/, and answers for /door as well. */
export function loader({ context }: Route.LoaderArgs) {
  const files = context.get(filesContext)
  const shell = shellIn(files)
  if (!shell) throw data(null, { status: 404 })
  return new Response(workerText(shell, files), {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, no-cache',
      'service-worker-allowed': '/door',
      // Other responses may fetch nothing; this worker fetches the files that it caches, from us.
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    },
  })
}
