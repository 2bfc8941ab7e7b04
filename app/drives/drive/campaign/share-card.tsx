import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { type FocusEvent, type MouseEvent, type ReactNode, useId } from 'react'
import { Link, useFetcher } from 'react-router'
import type { Shared } from '#app/drives/drive/share.ts'
import { ShareButton } from '#app/drives/drive/share-dialog.tsx'
import { PaybillLine, useCopied } from '#app/drives/drive/share-parts.tsx'
import type { Says } from '#app/kit/says.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { useReadOnly } from '#app/ui/read-only.tsx'

type ShareCardProps = {
  shared: Shared
  /** How many people can still open the page; null for a person who can't buy more. */
  views: number | 'everybody' | null
  compact?: boolean
  card?: LinkCard | undefined
}

/** The link that is worth more than anything else on these pages. */
export function ShareCard({ shared, views, compact, card }: ShareCardProps) {
  const { t } = useLingui()
  const id = useId()
  const { link, slug } = shared
  const choose = (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select()
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={cx(
        'no-print grid gap-x-6 gap-y-2 rounded-card border border-line bg-card p-4 sm:px-5 lg:grid-cols-[fit-content(15rem)_minmax(0,1fr)] lg:items-center',
        compact && 'md:gap-y-0 md:px-4 md:py-2',
      )}
    >
      <div className={cx(compact && 'max-lg:md:flex max-lg:md:items-baseline max-lg:md:justify-between')}>
        <h2 id={`${id}-title`} className={cx('text-lg', compact && 'md:text-base')}>
          <Trans>Share Your Fundraiser</Trans>
        </h2>
        <p className="text-muted text-sm">
          <Trans>
            See your page{' '}
            <a
              href={`/fundraiser/${slug}`}
              target="_blank"
              rel="noopener"
              className={cx('inline-block text-link', compact ? 'py-2 md:py-0.5' : 'py-2')}
            >
              from here
            </a>
            .
          </Trans>
        </p>
        {shared.paybill && <PaybillLine paybill={shared.paybill} className="mb-1 text-sm" />}
        {typeof views === 'number' && <ViewsLeft slug={slug} views={views} />}
      </div>
      <div id="share" className="flex flex-wrap gap-2" onClickCapture={useShares(slug)}>
        <input
          readOnly
          value={link}
          aria-label={t`Link to your fund drive`}
          onFocus={choose}
          className="h-11 min-w-0 flex-1 basis-60 text-ellipsis sm:basis-36 rounded-control border border-edge bg-well px-3 text-[0.9375rem]"
        />
        <CopyButton link={link} />
        <ShareButton shared={shared} className={cx(buttonClass({}), 'max-sm:flex-1')}>
          <Trans>Share</Trans>
        </ShareButton>
      </div>
      {card && <LinkCardPreview card={card} />}
      {!compact && views !== null && <MoreWays slug={slug} hasCode={Boolean(shared.paybill)} />}
    </section>
  )
}

/** Links to what is shared on paper and by word of mouth, and to the people who help. */
function MoreWays({ slug, hasCode }: { slug: string; hasCode: boolean }) {
  const { t } = useLingui()
  const ways = [
    { to: 'poster', label: t`Print a poster` },
    ...(hasCode ? [{ to: 'settings#code', label: t`Choose a code` }] : []),
    { to: 'settings/helpers', label: t`Invite a helper` },
  ]
  return (
    <nav aria-label={t`More ways`} className="-my-1 flex flex-wrap gap-x-5 lg:col-span-2">
      {ways.map(({ to, label }) => (
        <Link key={to} to={`/fund-drive/${slug}/${to}`} className="inline-flex min-h-11 items-center text-link text-sm">
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** Shows how many people can still open the link, before it is sent to more. */
const ViewsLeft = ({ slug, views }: { slug: string; views: number }) => (
  <p className="text-muted text-sm">
    <Plural
      value={views}
      _0="No views are left: visitors can’t read the page."
      one="Your page can be seen by # more person."
      other="Your page can be seen by # more people."
    />{' '}
    <Link to={`/fund-drive/${slug}/payouts/buy-views`} className="inline-block py-2 text-link md:py-0.5">
      <Trans>Buy more views</Trans>
    </Link>
  </p>
)

/** Counts that the owner shared: a link to a network, the phone's own ways, or the link copied; not what opens or closes. */
function useShares(slug: string) {
  const { submit } = useFetcher()
  const mayChange = !useReadOnly()
  return ({ target }: MouseEvent) => {
    const pressed = target instanceof Element && target.closest('a, button')
    if (!pressed || !mayChange || pressed.matches('[popovertarget], [aria-label]')) return
    void submit({}, { method: 'post', action: `/fund-drive/${slug}/home/shares` })
  }
}

const copySays = {
  copied: { title: msg`Link copied to clipboard!` },
  notCopied: { title: msg`Failed to copy link`, text: msg`You can copy it from the field.`, tone: 'bad' },
} satisfies Record<string, Says>

function CopyButton({ link }: { link: string }) {
  const { copied, copy } = useCopied(link, copySays)
  const Icon = copied ? Check : Copy
  return (
    <Button
      type="button"
      variant="secondary"
      onClick={copy}
      icon={<Icon aria-hidden="true" className="size-4" />}
      className="needs-script max-sm:flex-1"
    >
      <Trans>Copy Link</Trans>
    </Button>
  )
}

/** The whole link that is shared, and what chats and networks show beside it. */
export type LinkCard = { link: string; picture: string; title: string; text: string }

/** The link as people see it in WhatsApp, so that its owner knows before they send it. */
function LinkCardPreview({ card: { picture, title, text } }: { card: LinkCard }) {
  return (
    <figure className="border-line border-t pt-3 lg:col-span-full">
      <figcaption className="font-semibold text-[0.9375rem]">
        <Trans>This is what people see in WhatsApp</Trans>
      </figcaption>
      <div className="mt-2 max-w-2xl overflow-hidden rounded-control border border-line bg-well sm:flex">
        <CardPicture src={picture} className="sm:w-80" />
        <div className="min-w-0 px-3 py-2.5 sm:self-center">
          <p dir="auto" className="wrap-anywhere line-clamp-2 font-semibold text-[0.9375rem]">
            {title}
          </p>
          <p dir="auto" className="wrap-anywhere mt-1 line-clamp-3 text-muted text-sm">
            {text}
          </p>
        </div>
      </div>
    </figure>
  )
}

/** The picture of a link, with what lies over it. */
export function CardPicture({ src, className, children }: { src: string; className?: string; children?: ReactNode }) {
  const { t } = useLingui()
  return (
    <span className={cx('relative block aspect-[1200/630] w-full shrink-0 overflow-hidden bg-paper', className)}>
      <img
        src={src}
        {...cardSize}
        decoding="async"
        alt={t`Your link in a chat: title and how much has been raised`}
        className="size-full"
      />
      {children}
    </span>
  )
}

// The part of a photo that the preview picture shows, and where it is in the picture.

type Size = { width: number; height: number }

/** The size of the whole picture: WhatsApp, Facebook and X show this one best. */
export const cardSize = { width: 1200, height: 630 } as const

/** A photo that is wider than tall is above the figures; a tall one is beside them, from top to bottom. */
export const frames = { wide: { width: 768, height: 480 }, tall: { width: 480, height: 606 } } as const
export type PreviewFrame = keyof typeof frames

/** The frame that shows more of a photo. */
export const frameFor = (photo: Size): PreviewFrame =>
  kept(photo, frames.tall) > kept(photo, frames.wide) ? 'tall' : 'wide'

const kept = (photo: Size, frame: Size) => {
  const ratio = photo.width / photo.height / (frame.width / frame.height)
  return Math.min(ratio, 1 / ratio)
}
