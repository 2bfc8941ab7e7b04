import { doorTexts } from '#app/invitations/door/door.ts'
import { shellIn, shellPage } from '#app/invitations/door/shell.server.ts'
import { filesContext } from '#app/platform/http/static.server.ts'
import { wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/door-page.ts'

/** Serves the door's program to everybody: a phone is a door once it has joined. Only this page may ask for the camera. */
export function loader({ context }: Route.LoaderArgs) {
  const [words, shell] = [context.get(wordsContext), shellIn(context.get(filesContext))]
  const plain = { 'content-type': 'text/plain; charset=utf-8' }
  if (!shell) return new Response(words._(doorTexts.notBuilt), { status: 503, headers: plain })
  return new Response(shellPage(shell, words), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': words.locale,
      'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
    },
  })
}
