import { data } from 'react-router'
import { publicDrive } from '#app/features/drives/drive.server.ts'
import { capitalised } from '#app/features/drives/drive.ts'
import { personContext } from '#app/features/people/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { Args } from '#app/platform/deed.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { newVisitorCookie, visitorKey } from '#app/platform/visitor.server.ts'

/** Who asks about which drive, and whether it is open to them. */
export async function openTo({ request, params, context }: Args) {
  const visitor = visitorKey(request, context.get(askedContext).address)
  const personId = context.get(personContext)?.id ?? null
  const found = await publicDrive(db, params.slug ?? '', { personId, visitor })
  return { visitor, drive: found.is === 'open' ? found.drive : undefined }
}

/** What a page needs that shows one form of a drive's public page by itself. */
export async function loadSheet(args: Args) {
  const { drive } = await openTo(args)
  const cookie = newVisitorCookie(args.request)
  return data(
    {
      slug: args.params.slug ?? '',
      title: drive ? capitalised(drive.title) : null,
      key: crypto.randomUUID() as string,
    },
    { status: drive ? 200 : 404, headers: cookie ? { 'set-cookie': cookie } : {} },
  )
}
