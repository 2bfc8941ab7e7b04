import { pictureLimits } from '#app/base/pictures/picture.server.ts'
import { driveContext } from '#app/drives/drive/pages/context.tsx'
import {
  addImage,
  galleryLimits,
  moveItem,
  removeItem,
  restoreItem,
  setLine,
} from '#app/drives/gallery/gallery.server.ts'
import { type GalleryKind, galleryKinds } from '#app/drives/gallery/gallery.ts'
import { addImageForm, itemForm, lineForm, moveForm, restoreForm } from '#app/drives/gallery/gallery-forms.ts'
import { galleryTexts } from '#app/drives/gallery/gallery-says.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { type Args, actions, formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'

// Form actions of the two lists: each kind has the same four for what is in its list.

const limits = (_: unknown, { context }: Args) => galleryLimits(context.get(personContext)!.id)
const driveIn = ({ context }: Args) => context.get(driveContext).id
const isByScript = ({ context }: Args) => context.get(askedContext).byScript
const pageOf = (kind: GalleryKind, { context }: Args) =>
  `/fund-drive/${context.get(driveContext).slug}/${galleryKinds[kind].page}`

const line = (kind: GalleryKind) =>
  formAction({
    form: lineForm(kind),
    failed: galleryTexts[kind].lineNotKept,
    limits,
    run: async ({ id, line }, args) => {
      await setLine(db, { driveId: driveIn(args), kind, id }, line)
      // The field itself says so where a script runs: a toast for every line would be too many.
      return isByScript(args) ? {} : { says: galleryTexts[kind].lineKept }
    },
  })

const move = (kind: GalleryKind) =>
  formAction({
    form: moveForm(kind),
    failed: galleryTexts.notMoved,
    limits,
    run: async ({ id, before }, args) => void (await moveItem(db, { driveId: driveIn(args), kind, id }, before)),
  })

const remove = (kind: GalleryKind) =>
  formAction({
    form: itemForm(kind),
    done: galleryTexts[kind].removed,
    failed: galleryTexts[kind].notRemoved,
    limits,
    run: async ({ id }, args) => {
      const { url, line, before } = await removeItem(db, { driveId: driveIn(args), kind, id })
      const gave = { url, [galleryKinds[kind].line]: line, before: before ?? '' }
      // Without a script the address carries the undo.
      return isByScript(args) ? { gave } : { go: `${pageOf(kind, args)}?${new URLSearchParams(gave)}` }
    },
  })

const restore = (kind: GalleryKind) =>
  formAction({
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

export const action = actions({
  'images/add': formAction({
    form: addImageForm,
    done: galleryTexts.image.added,
    failed: galleryTexts.image.notAdded,
    limits: (_, { context }) => pictureLimits(context.get(personContext)!.id),
    run: async ({ image, key }, { context }) => {
      const mine = { driveId: context.get(driveContext).id, ownerId: context.get(personContext)!.id }
      return { gave: await addImage(db, mine, image, key) }
    },
  }),
  'images/caption': line('image'),
  'images/move': move('image'),
  'images/remove': remove('image'),
  'images/restore': restore('image'),
  'video/title': line('video'),
  'video/move': move('video'),
  'video/remove': remove('video'),
  'video/restore': restore('video'),
})
