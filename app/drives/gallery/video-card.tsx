import { useLingui } from '@lingui/react/macro'
import { ExternalLink, Play } from 'lucide-react'
import { useState } from 'react'
import { WovenPattern } from '#app/ui/woven.tsx'
import { type GalleryVideo, untitled } from './gallery.ts'
import type { VideoProvider } from './video.ts'

/** Names, which are the same in every language. */
const names: Record<Exclude<VideoProvider, 'file'>, string> = {
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  tiktok: 'TikTok',
  facebook: 'Facebook',
}

/** A video with its title, and the way to where it is: without a script, that is how it is watched. */
export function VideoCard({ video }: { video: GalleryVideo }) {
  const { i18n } = useLingui()
  return (
    <article className="overflow-hidden rounded-card border border-line bg-card">
      <VideoFrame video={video} />
      <div className="px-4 pt-3 pb-1">
        <h3 className="wrap-anywhere font-semibold" dir="auto">
          {video.title || i18n._(untitled[video.provider])}
        </h3>
        <Elsewhere video={video} />
      </div>
    </article>
  )
}

/** Names the place that a video comes from. */
export function Elsewhere({ video: { provider, url } }: { video: GalleryVideo }) {
  const { t } = useLingui()
  const name = provider === 'file' ? new URL(url).hostname : names[provider]
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="-mx-1 inline-flex min-h-11 items-center gap-1.5 px-1 text-link text-sm"
    >
      {t`Watch on ${name}`}
      <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
    </a>
  )
}

/** The place of a video, which asks nobody for anything before a person wants to see it. */
export function VideoFrame({ video }: { video: GalleryVideo }) {
  const { t, i18n } = useLingui()
  const [playing, setPlaying] = useState(false)
  const title = video.title || i18n._(untitled[video.provider])
  return (
    <div className="relative aspect-video overflow-hidden bg-well">
      {playing ? (
        <Player video={video} title={title} />
      ) : (
        <>
          <WovenPattern slug={video.url} className="size-full" />
          <button
            type="button"
            aria-label={t`Play video: ${title}`}
            onClick={() => setPlaying(true)}
            className="needs-script group absolute inset-0 grid place-items-center bg-veil"
          >
            <span className="grid size-16 place-items-center rounded-badge bg-card text-ink shadow-float transition-transform group-hover:scale-110">
              <Play aria-hidden="true" className="ml-1 size-7 fill-current" />
            </span>
          </button>
        </>
      )}
    </div>
  )
}

/** The button that had the focus is gone by now. */
const focus = (element: HTMLElement | null) => element?.focus()

/** Plays a video with what its player needs, and nothing more: it can't lead this page elsewhere. */
function Player({ video, title }: { video: GalleryVideo; title: string }) {
  if (video.provider === 'file')
    return (
      // biome-ignore lint/a11y/useMediaCaption: it is another person's file, and brings captions or does not
      <video ref={focus} src={video.player} title={title} controls autoPlay playsInline className="size-full bg-ink" />
    )
  return (
    <iframe
      ref={focus}
      src={video.player}
      title={title}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
      // A player asks which site it plays on, and is told the site, not the page.
      referrerPolicy="strict-origin-when-cross-origin"
      className="size-full border-0"
    />
  )
}
