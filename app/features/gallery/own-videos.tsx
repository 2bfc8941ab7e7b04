import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { type GalleryVideo, titleMax, untitled } from './gallery.ts'
import { ItemBar, type OwnItem } from './item-bar.tsx'
import { LineForm } from './line-form.tsx'
import { OrderedList } from './ordered-list.tsx'
import { Removing } from './removing.tsx'
import { useOrder } from './use-order.ts'
import { Elsewhere, VideoFrame } from './video-card.tsx'

type OwnVideosProps = { base: string; videos: GalleryVideo[] }

/** The videos as their owner sees them: watched, given a title, brought into order and removed. */
export function OwnVideos({ base, videos }: OwnVideosProps) {
  const [asked, setAsked] = useState<string>()
  return (
    <div className="grid gap-5">
      {videos.length > 0 ? (
        <Videos base={base} videos={videos} onRemove={setAsked} />
      ) : (
        <EmptyState
          level={3}
          title={<Trans>No videos yet</Trans>}
          text={<Trans>Add the address of a video, and visitors can watch it on your fundraiser’s page.</Trans>}
        />
      )}
      <Removing
        base={base}
        field="video"
        ids={videos.map(({ id }) => id)}
        asked={asked}
        title={<Trans>Delete this video?</Trans>}
        text={<Trans>It’s removed here only, not from the site it comes from. You can undo this.</Trans>}
        removed={<Trans>Video removed.</Trans>}
        onClose={() => setAsked(undefined)}
      />
    </div>
  )
}

function Videos({ base, videos, onRemove }: OwnVideosProps & { onRemove: (id: string) => void }) {
  const { t } = useLingui()
  const ids = videos.map(({ id }) => id)
  const { order, move } = useOrder(ids, `${base}/move`, 'video')
  return (
    <OrderedList
      label={t`Videos`}
      items={videos}
      order={order}
      move={move}
      movedTo={(place) => t`Video moved to place ${place} of ${ids.length}.`}
      className="grid gap-4 md:grid-cols-2"
      itemClassName="overflow-hidden"
    >
      {(video, at, onMove) => (
        <>
          <VideoFrame video={video} />
          <div className="grid gap-1 p-3">
            <OwnVideo base={base} video={video} at={at} order={order} onMove={onMove} onRemove={onRemove} />
          </div>
        </>
      )}
    </OrderedList>
  )
}

function OwnVideo({ video, at, ...bar }: OwnItem & { video: GalleryVideo }) {
  const { t, i18n } = useLingui()
  const place = at + 1
  return (
    <>
      <LineForm
        action={`${bar.base}/title`}
        field="video"
        id={video.id}
        name="title"
        label={<Trans>Title</Trans>}
        value={video.title}
        max={titleMax}
        placeholder={i18n._(untitled[video.provider])}
      />
      <Elsewhere video={video} />
      <ItemBar
        {...bar}
        field="video"
        id={video.id}
        labels={{
          grip: t`Drag video ${place}, or move it with the arrow keys`,
          earlier: t`Move video ${place} earlier`,
          later: t`Move video ${place} later`,
          remove: t`Delete video ${place}`,
        }}
      />
    </>
  )
}
