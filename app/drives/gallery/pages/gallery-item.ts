import { driveContext } from '#app/drives/drive/pages/context.ts'
import { galleryLimits } from '#app/drives/gallery/gallery.server.ts'
import { type Kind, kinds } from '#app/drives/gallery/gallery.ts'
import { itemForm, lineForm, moveForm, restoreForm } from '#app/drives/gallery/gallery-forms.ts'
import { galleryTexts } from '#app/drives/gallery/gallery-says.ts'
import { moveItem, removeItem, restoreItem, setLine } from '#app/drives/gallery/items.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { type Args, deed } from '#app/platform/deed.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/gallery-item.ts'

// What is done with a picture or a video that is there: four deeds for each kind, by the route that answers.

const limits = (_: unknown, { context }: Args) => galleryLimits(context.get(personContext)!.id)
const driveIn = ({ context }: Args) => context.get(driveContext).id
const isByScript = ({ context }: Args) => context.get(askedContext).byScript
const pageOf = (kind: Kind, { context }: Args) => `/fund-drive/${context.get(driveContext).slug}/${kinds[kind].page}`

const line = (kind: Kind) =>
  deed({
    form: lineForm(kind),
    failed: galleryTexts[kind].lineNotKept,
    limits,
    run: async ({ id, line }, args) => {
      await setLine(db, { driveId: driveIn(args), kind, id }, line)
      // Where a script runs the field says so itself: a toast for every line would be too many.
      return isByScript(args) ? {} : { says: galleryTexts[kind].lineKept }
    },
  })

const move = (kind: Kind) =>
  deed({
    form: moveForm(kind),
    failed: galleryTexts.notMoved,
    limits,
    run: async ({ id, before }, args) => void (await moveItem(db, { driveId: driveIn(args), kind, id }, before)),
  })

const remove = (kind: Kind) =>
  deed({
    form: itemForm(kind),
    done: galleryTexts[kind].removed,
    failed: galleryTexts[kind].notRemoved,
    limits,
    run: async ({ id }, args) => {
      const { url, line, before } = await removeItem(db, { driveId: driveIn(args), kind, id })
      const gave = { url, [kinds[kind].line]: line, before: before ?? '' }
      // Without a script the way back is in the address.
      return isByScript(args) ? { gave } : { go: `${pageOf(kind, args)}?${new URLSearchParams(gave)}` }
    },
  })

const restore = (kind: Kind) =>
  deed({
    form: restoreForm(kind),
    done: galleryTexts[kind].back,
    failed: galleryTexts[kind].notBack,
    limits,
    run: async (gone, args) => {
      const ownerId = args.context.get(personContext)!.id
      await restoreItem(db, kind, { driveId: driveIn(args), ownerId }, gone)
      return isByScript(args) ? {} : { go: pageOf(kind, args) }
    },
  })

const deedsOf = (kind: Kind) => ({
  [kinds[kind].line]: line(kind),
  move: move(kind),
  remove: remove(kind),
  restore: restore(kind),
})
const deeds = { images: deedsOf('image'), video: deedsOf('video') }

/** By its route, so that no way of writing its address gets past it. */
export function action(args: Route.ActionArgs) {
  const [page, name] = args.pattern.split('/').slice(-2)
  const found = deeds[page as keyof typeof deeds]?.[name!]
  if (!found) throw new Error(`no item of a gallery has the deed ${args.pattern}`)
  return found(args)
}
