import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { captionMax, type GalleryImage, imagesMax } from './gallery.ts'
import { ItemBar, type OwnItem } from './item-bar.tsx'
import { LineForm } from './line-form.tsx'
import type { Move } from './order.ts'
import { OrderedList } from './ordered-list.tsx'
import { Removing } from './removing.tsx'
import { Uploader } from './uploader.tsx'
import { useOrder } from './use-order.ts'

type OwnImagesProps = { base: string; images: GalleryImage[] }

/** The gallery as its owner sees it: pictures are added, described, brought into order and removed. */
export function OwnImages({ base, images }: OwnImagesProps) {
  const [asked, setAsked] = useState<string>()
  const ids = images.map(({ id }) => id)
  const { order, move } = useOrder(ids, `${base}/move`, 'image')
  return (
    <div className="grid gap-5">
      {images.length >= imagesMax && (
        <Notice title={<Trans>The gallery is full</Trans>}>
          <Trans>A gallery holds 30 images. Remove one to add another.</Trans>
        </Notice>
      )}
      <Changing>
        <Uploader action={`${base}/add`} there={ids} room={imagesMax - images.length} onMove={move} />
      </Changing>
      {images.length > 0 ? (
        <Images base={base} images={images} order={order} move={move} onRemove={setAsked} />
      ) : (
        <EmptyState
          level={3}
          title={<Trans>No images yet</Trans>}
          text={<Trans>Pictures make people stop and read. Show who it’s for and how things are going.</Trans>}
        />
      )}
      <Removing
        base={base}
        field="image"
        ids={ids}
        asked={asked}
        title={<Trans>Delete this image?</Trans>}
        text={<Trans>Visitors won’t see it any more. You can undo this.</Trans>}
        removed={<Trans>Image removed.</Trans>}
        onClose={() => setAsked(undefined)}
      />
    </div>
  )
}

type ImagesProps = OwnImagesProps & { order: string[]; move: (move: Move) => void; onRemove: (id: string) => void }

function Images({ base, images, order, move, onRemove }: ImagesProps) {
  const { t } = useLingui()
  return (
    <OrderedList
      label={t`Images`}
      items={images}
      order={order}
      move={move}
      movedTo={(place) => t`Image moved to place ${place} of ${order.length}.`}
      className="grid gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-3"
      itemClassName="grid grid-cols-[6.5rem_minmax(0,1fr)] content-start gap-x-3 gap-y-2 p-3 sm:grid-cols-1"
    >
      {(image, at, onMove) => (
        <OwnImage base={base} image={image} at={at} order={order} onMove={onMove} onRemove={onRemove} />
      )}
    </OrderedList>
  )
}

function OwnImage({ image, at, ...bar }: OwnItem & { image: GalleryImage }) {
  const { t } = useLingui()
  const place = at + 1
  return (
    <>
      <div className="relative cursor-grab select-none active:cursor-grabbing">
        <Picture
          picture={image}
          alt={image.caption || t`Image ${place}`}
          sizes="(min-width: 640px) 400px, 104px"
          fallback={<Broken />}
          className="aspect-square rounded-control bg-well sm:aspect-[4/3]"
        />
        <span
          aria-hidden="true"
          className="figures absolute top-2 left-2 rounded-badge bg-card px-2 font-semibold text-sm shadow-float"
        >
          {place}
        </span>
      </div>
      <LineForm
        action={`${bar.base}/caption`}
        field="image"
        id={image.id}
        name="caption"
        label={<Trans>Caption</Trans>}
        value={image.caption}
        max={captionMax}
      />
      <ItemBar
        {...bar}
        field="image"
        id={image.id}
        labels={{
          grip: t`Drag image ${place}, or move it with the arrow keys`,
          earlier: t`Move image ${place} earlier`,
          later: t`Move image ${place} later`,
          remove: t`Delete image ${place}`,
        }}
      />
    </>
  )
}

const Broken = () => (
  <span className="grid size-full place-items-center p-2 text-center text-muted text-sm">
    <Trans>This picture could not be loaded.</Trans>
  </span>
)
