import { Refusal } from '#app/kit/says.ts'
import type { Args } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { doorTexts } from './door.ts'
import { doorKeyIn } from './door-secret.server.ts'

// Checks shared by the three calls of a door.

/** Refuses calls from outside our pages. Browsers name the page; other programs are no door. */
export function ownPageOnly({ request, context }: Args): void {
  if (request.headers.get('origin') !== context.get(askedContext).origin)
    throw new Refusal(doorTexts.notFromHere, { status: 403 })
}

/** Returns the secret of the door that calls. */
export function doorKeyOf({ request }: Args): string {
  const key = doorKeyIn(request.headers.get('cookie'))
  if (!key) throw new Refusal(doorTexts.unknownDoor, { status: 401 })
  return key
}
