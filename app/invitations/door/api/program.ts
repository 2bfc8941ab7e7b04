import { data } from 'react-router'
import { doorTexts } from '#app/invitations/door/door.ts'
import { shellIn, shellPage, workerText } from '#app/invitations/door/shell.server.ts'
import { type LoaderArgs, loaders } from '#app/platform/form-action.server.ts'
import { filesContext } from '#app/platform/http/static.server.ts'
import { wordsContext } from '#app/platform/request.server.ts'

// The program of a door: its page, and the worker that keeps the page on the phone.

export const loader = loaders({ door: page, 'door/join/:code': page, 'door/sw.js': worker })

/** Serves the door's program to everybody: a phone is a door once it has joined. Only this page may ask for the camera. */
function page({ context, params }: LoaderArgs) {
  const [words, shell] = [context.get(wordsContext), shellIn(context.get(filesContext))]
  const plain = { 'content-type': 'text/plain; charset=utf-8' }
  if (!shell) return new Response(words._(doorTexts.notBuilt), { status: 503, headers: plain })
  return new Response(shellPage(shell, words, params.code !== undefined), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': words.locale,
      'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    },
  })
}

/** Serves the service worker that caches the door's page. It lies below /door/, and answers for /door as well. */
function worker({ context }: LoaderArgs) {
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
