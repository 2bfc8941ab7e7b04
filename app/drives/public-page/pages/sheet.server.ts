import { data } from 'react-router'
import { type PublicDrive, publicDrive } from '#app/drives/drive/drive.server.ts'
import { type Shut, shutStatus } from '#app/drives/public-page/shut.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { Args } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { newVisitorCookie, visitorKey } from '#app/platform/visitor.server.ts'

/** Returns the asker's visitor key, and what they may see of the drive. */
export async function openTo({ request, params, context }: Args) {
  const visitor = visitorKey(request, context.get(askedContext).address)
  const personId = context.get(personContext)?.id ?? null
  return { visitor, found: await publicDrive(db, params.slug ?? '', { personId, visitor }) }
}

/** The drive that this visitor may read, also when it has ended. */
export const toRead = (found: PublicDrive) => (found.is === 'open' || found.is === 'ended' ? found.drive : undefined)

/** The drive that can be given to: also one whose views are used up. */
export function toGiveTo(found: PublicDrive) {
  if (found.is === 'restricted') return found.limited
  return found.is === 'open' || (found.is === 'preview' && found.because === 'no-views') ? found.drive : undefined
}

/** Loads what a page needs that shows one form of a drive's public page by itself. */
export async function loadSheet(args: Args, opens: 'giving' | 'content' = 'content') {
  const { found } = await openTo(args)
  const open = opens === 'giving' ? toGiveTo(found) : found.is === 'open' ? found.drive : undefined
  const shut = open ? null : whyShut(found)
  const cookie = newVisitorCookie(args.request)
  return data(
    {
      slug: args.params.slug ?? '',
      title: open?.title ?? null,
      shut,
      key: crypto.randomUUID() as string,
    },
    { status: shut ? shutStatus[shut] : 200, headers: cookie ? { 'set-cookie': cookie } : {} },
  )
}

/** Returns why a drive is closed, as visitors read it; its owner, too. */
function whyShut(found: PublicDrive): Shut {
  if (found.is === 'missing') return found.paused ? 'paused' : 'missing'
  if (found.is === 'restricted' || found.is === 'ended') return found.is
  if (found.is !== 'preview' || found.because === 'stopped' || found.because === 'suspended') return 'missing'
  return ({ paused: 'paused', completed: 'ended', 'no-views': 'restricted', draft: 'missing' } as const)[found.because]
}
